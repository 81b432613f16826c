// Made by `npm run bundle` in tests/browser from fff90b1430ac644ba7ac03c6063f351cc7b78a9f8a804e7b4877fe153ce856be
async function unpackBundle(text){let bytes=Uint8Array.from(atob(text.trim()),character=>character.charCodeAt(0)),stream=new Blob(
[bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));return JSON.parse(await new Response(stream).text())}
var Replay=class{constructor(bundle2,data){this.bundle=bundle2,this.data=data,this.layout=bundle2.layouts[data.layout],this.
moves=data.moves?data.moves.split(" "):[],this.changes=data.changes.split(" "),this.plies=this.moves.length,this.sums=data.
tallies.slice();for(let at=2;at<this.sums.length;at++)this.sums[at]+=this.sums[at-2];this.kept=new Map([[0,Uint16Array.from(
bundle2.starts[data.start])]])}cells(ply){let from=ply-ply%32;for(;!this.kept.has(from);)from-=32;let cells=this.kept.get(
from).slice();for(let done=from;done<ply;done++)this.change(cells,this.changes[done]),(done+1)%32===0&&this.kept.set(done+
1,cells.slice());return cells}change(cells,change){let before=cells.slice();for(let item of change?change.split(";"):[]){
if(item.includes(">")){let[from,to]=item.split(">").map(Number);before.forEach((look2,part2)=>{look2===from&&(cells[part2]=
to)});continue}let[look,steps]=item.split(":"),part=0;for(let step of steps.split(","))part+=Number(step),cells[part]=Number(
look)}}board(ply){let mark=ply>0?this.bundle.marks[this.data.layout]?.[this.moves[ply-1]]:void 0,turn=ply<this.plies?Number(
this.data.sides[ply]):null;return{layout:this.layout,looks:this.bundle.looks,cells:this.cells(ply),last:mark===void 0?[]:
[mark],tally:this.tally(ply),turn}}tally(ply){return ply===this.plies&&this.data.ending?this.data.tally:[this.sums[2*ply],
this.sums[2*ply+1]]}sideOf(ply){return Number(this.data.sides[ply-1])}clock(side,ply){let[used,moves]=[0,0];for(let done=1;done<=
ply;done++)this.sideOf(done)===side&&(used+=this.data.times?.[done-1]??0,moves++);let clock=this.data.clock;return{used,
left:clock?Math.max(0,clock[0]+clock[1]*moves-used):null}}leadChanges(){let changes=[],led=0;for(let ply=0;ply<=this.plies;ply++){
let[first,second]=this.tally(ply),leads=Math.sign(first-second);leads!==0&&leads!==led&&(ply>0&&changes.push(ply),led=leads)}
return changes}faults(){let faults=this.moves.flatMap((move,index)=>move==="-"?[index+1]:[]);return this.data.ending?.fault&&
faults.at(-1)!==this.plies&&faults.push(this.plies),faults}mistakes(){return(this.data.review?.notes??[]).map(note=>note.
ply)}note(ply){return this.data.review?.notes.find(note=>note.ply===ply)}log(ply){return(this.data.logs??[]).filter(([at])=>at===
ply).map(([,text])=>text).join(`
`)}};var CATALOGUE=JSON.parse(document.getElementById("messages")?.textContent??"{}");function languageOf(element){let wanted=element.closest("[lang]")?.getAttribute("lang")?.toLowerCase().split("-")[0]??"";
return wanted in CATALOGUE?wanted:Object.keys(CATALOGUE)[0]??"en"}function say(language,key,gaps={}){return filled(language,
CATALOGUE[language]?.[key]??key,gaps)}function messageText(language,message){return typeof message=="string"?message:say(
language,message[0],message[1])}function moveText(language,move){return move==="pass"?say(language,"move-list-pass"):move}
function filled(language,pattern,gaps){if(typeof pattern=="string")return pattern.replace(/\{(\w+)\}/g,(_,name)=>gapText(
language,gaps[name]??""));let piece=one=>filled(language,typeof one=="string"?one:chosen(language,one,gaps),gaps);return pattern.
map(piece).join("")}function gapText(language,gap){return typeof gap=="number"?String(gap):messageText(language,gap)}function chosen(language,{
by,cases},gaps){let value=gaps[by],plural=typeof value=="number"?new Intl.PluralRules(language).select(value):"other";return cases[String(
value)]??cases[plural]??cases.other}function unitText(language,unit,count){return say(language,`unit-${unit}`,{count})}function placesOf(layout){let lattice=layout.lattice;if(!lattice)return layout.parts.map(([x,y,shape])=>({x,y,shape}));let[
columns,rows]=lattice;return Array.from({length:columns*rows},(_,part)=>({x:part%columns+.5,y:Math.floor(part/columns)+.5,
shape:"square"}))}function outline(parts,[columns,rows],isInside){let path="";for(let part of parts){let[column,row]=[part%
columns,Math.floor(part/columns)],[x,y]=[column*100,row*100];(row===0||!isInside(part-columns))&&(path+=`M${x} ${y}h100`),
(row===rows-1||!isInside(part+columns))&&(path+=`M${x} ${y+100}h100`),(column===0||!isInside(part-1))&&(path+=`M${x} ${y}\
v100`),(column===columns-1||!isInside(part+1))&&(path+=`M${x+100} ${y}v100`)}return path}function nearest(points,from,[dx,
dy]){let[x,y]=points[from],best=null,least=1/0;for(let[part,[px,py]]of points.entries()){let along=(px-x)*dx+(py-y)*dy,across=Math.
abs((px-x)*dy)+Math.abs((py-y)*dx),cost=along+across*2;part!==from&&along>1&&cost<least&&([best,least]=[part,cost])}return best}var SVG="http://www.w3.org/2000/svg";function set(element,attributes){for(let[name,value]of Object.entries(attributes))value==
null||value===!1?element.removeAttribute(name):element.setAttribute(name,value===!0?"":String(value))}function svg(name,attributes={},children=[]){
let element=document.createElementNS(SVG,name);return set(element,attributes),element.append(...children),element}function html(name,attributes={},children=[]){
let element=document.createElement(name);return set(element,attributes),element.append(...children),element}function scatter(a,b){
let wave=Math.sin(a*127.1+b*311.7+74.7)*43758.5453;return wave-Math.floor(wave)}function prefersStillness(){return matchMedia(
"(prefers-reduced-motion: reduce)").matches}var GAP=.78,boardsMade=0;function isSameLayout(one,two){let text=layout=>JSON.stringify({...layout,starts:null,total:null});
return one===two||text(one)===text(two)}function isAlike(one,two){return one===two||JSON.stringify(one)===JSON.stringify(
two)}var JouteBoard=class extends HTMLElement{constructor(){super(),this.shown=null,this.places=[],this.parts=[],this.focused=
0,this.dabbed=new Set,this.held=null,this.number=++boardsMade,this.picture=svg("svg",{class:"jb-picture"}),this.layers={},
this.forbidden=html("div",{class:"jb-forbidden",hidden:!0}),this.buttons=html("div",{class:"jb-buttons",role:"group",hidden:!0}),
this.voice=html("div",{class:"jb-voice","aria-live":"polite"})}connectedCallback(){this.contains(this.picture)||(this.classList.
add("joute-board"),this.append(this.picture,this.forbidden,this.buttons,this.voice),this.addEventListener("click",event=>{
(!this.paintable||event.detail===0)&&this.choose(this.partOf(event.target))}),this.addEventListener("keydown",event=>this.
key(event)),this.addEventListener("focusin",event=>this.rove(this.partOf(event.target))),this.shown&&this.show(this.shown))}get board(){
return this.shown}set board(board){board&&this.show(board)}get playable(){return this.hasAttribute("playable")}get paintable(){
return this.hasAttribute("paintable")}show(board,animated=!1){let before=this.shown,isNew=!before||!this.parts.length||!isSameLayout(
before.layout,board.layout);this.shown=board;let held=isNew&&this.contains(document.activeElement)?this.partOf(document.
activeElement):null;isNew&&this.build(board);let still=isNew||!animated||prefersStillness(),origin=this.originOf(board,before);
for(let part=0;part<this.parts.length;part++){let look=board.looks[board.cells[part]],old=isNew||!before?null:before.looks[before.
cells[part]];(!old||this.dabbed.has(part)||!isAlike(old,look))&&this.paint(part,look,still?null:old,origin)}this.dabbed.
clear(),this.mark(board),this.territories(board),this.describe(board),this.forbid(board),this.controls(board),held!==null&&
held<this.parts.length&&this.parts[held].focus()}dab(part,look){this.dabbed.add(part),look?this.paint(part,look,null,[0,
0]):this.parts[part].classList.add("jb-tip")}announce(text){this.voice.textContent!==text&&(this.voice.textContent=text)}point(move){
this.parts.forEach((group,part)=>group.classList.toggle("jb-tip",this.shown?.moves?.[part]===move));for(let button of this.
buttons.children)button.classList.toggle("jb-tip",button.getAttribute("data-move")===move)}pointAt(parts){this.parts.forEach(
(group,part)=>group.classList.toggle("jb-tip",parts.includes(part)))}build(board){let layout=board.layout;this.places=placesOf(
layout),this.dataset.style=layout.style;let hasLabels=layout.columns.length>0,margin=layout.style==="wood"?.36:hasLabels?
.5:.12,far=hasLabels?.16:margin,height=layout.height+(layout.style==="wood"?GAP:0),box=[-margin,-margin,layout.width+margin+
far,height+margin+far].map(n=>Math.round(n*100));set(this.picture,{viewBox:box.join(" "),"font-size":40});let[left,top,width,
tall]=box;(this.closest("[data-stage]")??this).style.setProperty("--aspect",(width/tall).toFixed(4));let back=svg("rect",
{class:"jb-card",x:left,y:top,width,height:tall,rx:Math.min(width,tall)*.025}),names=["under","links","parts","territory",
"marks","overlay","labels"];this.layers=Object.fromEntries(names.map(name=>[name,svg("g",{class:`jb-${name}`})])),this.layers.
territory.setAttribute("pointer-events","none"),this.layers.marks.setAttribute("pointer-events","none"),this.layers.overlay.
setAttribute("pointer-events","none"),this.picture.replaceChildren(this.definitions(),back,...names.map(name=>this.layers[name])),
this.drawBackground(layout),this.parts=this.places.map((place,part)=>this.makePart(place,part,layout)),this.layers.parts.
append(...this.parts),this.focused=0}definitions(){let hatch=svg("pattern",{id:`jb-hatch-${this.number}`,width:36,height:36,
patternUnits:"userSpaceOnUse"},[svg("path",{d:"M-6 24L24 -6M12 42L42 12",stroke:"#fff","stroke-opacity":.5,"stroke-width":5}),
svg("path",{d:"M-6 30L30 -6M6 42L42 6",stroke:"#16181d","stroke-opacity":.42,"stroke-width":3.5})]),dots=svg("pattern",{
id:`jb-dots-${this.number}`,width:36,height:36,patternUnits:"userSpaceOnUse"},[...[9,27].map(at=>svg("circle",{cx:at,cy:at,
r:6,fill:"#fff","fill-opacity":.6})),...[9,27].map(at=>svg("circle",{cx:at,cy:at,r:3.6,fill:"#16181d","fill-opacity":.8}))]);
return svg("defs",{},[hatch,dots])}drawBackground(layout){let[width,height]=[layout.width*100,layout.height*100],under=this.
layers.under;if(layout.style==="felt"){under.append(svg("rect",{class:"jb-felt",width,height,rx:4}));let[columns,rows]=layout.
lattice??[0,0],rules="";for(let column=1;column<columns;column++)rules+=`M${column*100} 0v${height}`;for(let row=1;row<rows;row++)
rules+=`M0 ${row*100}h${width}`;if(under.append(svg("path",{class:"jb-rules",d:rules})),columns>=6&&rows>=6)for(let x of[
2,columns-2])for(let y of[2,rows-2])under.append(svg("circle",{class:"jb-dot",cx:x*100,cy:y*100,r:7}))}if(layout.style===
"wood"){let middle=(layout.height+GAP)/2*100;under.append(svg("path",{class:"jb-groove",d:`M${100} ${middle}H${width-100}`}))}
let lines=layout.links.map(([a,b])=>`M${this.at(a).join(" ")}L${this.at(b).join(" ")}`).join("");lines&&this.layers.links.
append(svg("path",{class:"jb-link",d:lines}));let label=(text,x,y)=>this.layers.labels.append(svg("text",{class:"jb-labe\
l",x,y:y+11},[text]));layout.columns.forEach((text,column)=>label(text,(column+.5)*100,-.25*100)),layout.rows.forEach((text,row)=>label(
text,-.25*100,(row+.5)*100))}at(part){let{x,y,shape}=this.places[part],layout=this.shown.layout,shift=layout.style!=="wo\
od"?0:shape==="store"?GAP/2:y>layout.height/2?GAP:0;return[x*100,(y+shift)*100]}makePart(place,part,layout){let[x,y]=this.
at(part),group=svg("g",{class:`jb-part jb-${place.shape}`,"data-part":part,transform:`translate(${x} ${y})`});if(place.shape===
"square"){let isTile=layout.style==="mosaic";group.append(svg("rect",{class:isTile?"jb-tile":"jb-square",x:-50,y:-50,width:100,
height:100}))}else if(place.shape==="pit")group.append(svg("circle",{class:"jb-bowl",r:43}));else if(place.shape==="stor\
e"){let tall=(layout.height+GAP)*100-24;group.append(svg("rect",{class:"jb-bowl",x:-40,y:-tall/2,width:80,height:tall,rx:40}))}else
group.append(svg("circle",{class:"jb-vertex-face",r:34}));if(place.shape==="pit"){let called=layout.places[part],name=typeof called==
"string"?called:String(called[1]?.move??"");group.append(svg("text",{class:"jb-name",y:(place.y>1?62:-62)+8},[name])," ")}
return group.append(svg("g",{class:"jb-piece"})),group}paint(part,look,old,origin){let group=this.parts[part],face=group.
firstElementChild,piece=group.lastElementChild,[x,y]=this.at(part),delay=old?Math.min(Math.hypot(x-origin[0],y-origin[1])*
.6,420):0;if(face.style.transitionDelay=`${delay}ms`,face.classList.toggle("jb-moving",old!==null),look.fill?face.style.
fill=look.fill:face.style.removeProperty("fill"),group.classList.toggle("jb-blocked",look.blocked===!0),piece.replaceChildren(
...this.pieces(part,look)),piece.setAttribute("class","jb-piece"),old){let moved=old.disc!==void 0&&look.disc!==void 0?"\
jb-flip":"jb-drop";piece.style.animationDelay=`${delay}ms`,piece.getBoundingClientRect(),(look.disc!==void 0||look.seeds!==
void 0)&&piece.classList.add(moved)}}pieces(part,look){return look.disc!==void 0?[svg("circle",{class:"jb-shade",cx:3,cy:5,
r:42}),svg("circle",{class:`jb-disc jb-side-${look.disc}`,r:41}),svg("circle",{class:`jb-shine jb-side-${look.disc}`,cx:-10,
cy:-13,r:20})]:look.seeds!==void 0?this.seeds(part,look.seeds):look.letter&&look.owner===void 0?[svg("text",{class:"jb-l\
etter",y:17,fill:look.ink},[look.letter])]:[]}seeds(part,count){let{shape,y}=this.places[part],isStore=shape==="store",most=isStore?
48:21,reach=isStore?26:29,drawn=[];for(let seed=0;seed<Math.min(count,most);seed++){let angle=seed*2.399963+scatter(part,
99)*6.28,distance=reach*Math.sqrt((seed+.4)/(isStore?24:15)),stretch=isStore?1.9:1,dx=Math.cos(angle)*Math.min(distance,
reach)+(scatter(part,seed)-.5)*4,dy=Math.sin(angle)*distance*stretch+(scatter(seed,part)-.5)*4,tone=Math.floor(scatter(part+
7,seed)*3);drawn.push(svg("circle",{class:`jb-seed jb-tone-${tone}`,cx:dx.toFixed(1),cy:dy.toFixed(1),r:8.5}))}let outward=y>
1?-62:62;return drawn.push(svg("text",{class:"jb-count",y:(isStore?-((2+GAP)*100)/2+46:outward)+11},[String(count)])),drawn}mark(board){
let{moves=[],last=[],layout}=board,language=languageOf(this);this.parts.forEach((group,part)=>{let isLast=last.includes(
part),isLegal=this.playable&&!!moves[part];if(group.classList.remove("jb-tip"),group.classList.toggle("jb-last",isLast),
group.classList.toggle("jb-legal",isLegal),!this.playable&&!this.paintable){set(group,{role:null,tabindex:null,"aria-lab\
el":null,"aria-disabled":null});return}let state=board.looks[board.cells[part]].text,name=[this.placeName(part),messageText(
language,state),isLegal?say(language,"board-legal"):""].filter(Boolean).join(", ");set(group,{role:"button",tabindex:part===
this.focused?0:-1,"aria-label":name}),set(group,{"aria-disabled":isLegal||this.paintable?null:"true"})});let side=board.
turn??0,dots=this.parts.flatMap((group,part)=>group.classList.contains("jb-legal")&&layout.style==="felt"?[svg("circle",
{class:`jb-hint jb-side-${side}`,cx:this.at(part)[0],cy:this.at(part)[1],r:13})]:[]),lasts=last.filter(part=>part<this.parts.
length).map(part=>this.lastMark(part)),starts=layout.starts.map(part=>this.startMark(part,board));this.layers.marks.replaceChildren(
...starts,...dots,...lasts)}lastMark(part){let[cx,cy]=this.at(part),isFelt=this.shown?.layout.style==="felt";return svg(
"circle",{class:"jb-last-mark",cx,cy,r:isFelt?10:36,"data-felt":isFelt})}startMark(part,board){let[x,y]=this.at(part),owner=board.
looks[board.cells[part]].owner,sign=owner===void 0?"":{"^":"▲",v:"▼"}[board.layout.symbols[owner]]??board.layout.symbols[owner];
return svg("g",{class:`jb-start jb-side-${owner??"none"}`,transform:`translate(${x} ${y})`},[svg("circle",{r:36}),svg("t\
ext",{y:15},[sign])])}territories(board){let{layout,looks,cells}=board;if(layout.style!=="mosaic"&&layout.style!=="netwo\
rk")return;let owner=part=>looks[cells[part]].owner,drawn=[0,1].flatMap(side=>{let mine=this.parts.flatMap((_,part)=>owner(
part)===side?[part]:[]),pattern=`url(#jb-${side===0?"hatch":"dots"}-${this.number})`;if(!layout.lattice){let disc=part=>svg(
"circle",{cx:this.at(part)[0],cy:this.at(part)[1],r:34,fill:pattern,class:`jb-border jb-side-${side}`});return mine.map(
disc)}let area=mine.map(part=>`M${this.at(part)[0]-50} ${this.at(part)[1]-50}h100v100h-100z`).join(""),edge=outline(mine,
layout.lattice,part=>owner(part)===side);return[svg("path",{d:area,fill:pattern}),svg("path",{d:edge,class:`jb-casing jb\
-side-${side}`}),svg("path",{d:edge,class:`jb-border jb-side-${side}`})]});this.layers.territory.replaceChildren(...drawn)}placeName(part){
let layout=this.shown?.layout;if(!layout)return"";let language=languageOf(this);if(layout.places.length)return messageText(
language,layout.places[part]);let columns=layout.lattice?.[0]??1;return say(language,"place-cell",{row:Math.floor(part/columns)+
1,column:part%columns+1})}describe(board){let language=languageOf(this),[first,second]=board.layout.sides.map(side=>messageText(
language,side)),turn=board.turn===null?say(language,"board-over"):say(language,"board-to-move",{side:[first,second][board.
turn]}),counts=`${first} ${board.tally[0]}, ${second} ${board.tally[1]}`,text=`${say(language,"board-name")}. ${turn}. ${counts}\
.`;set(this.picture,{role:this.playable||this.paintable?"group":"img","aria-label":text})}forbid(board){let language=languageOf(
this),sets=board.layout.forbidden??[];this.forbidden.hidden=sets.length===0,this.forbidden.replaceChildren(...sets.flatMap(
(colours,side)=>{if(!colours.length)return[];let swatches=colours.map(colour=>{let swatch=html("span",{class:"jb-swatch"},
[colour[2]]);return[swatch.style.background,swatch.style.color]=colour,swatch}),name=messageText(language,board.layout.sides[side]);
return[html("span",{},[say(language,"board-forbidden",{side:name})," ",...swatches])]}))}controls(board){let language=languageOf(
this),active=document.activeElement;active&&this.buttons.contains(active)?this.held=active.getAttribute("data-move"):active!==
document.body&&(this.held=null);let shown=board.buttons??[];this.buttons.hidden=!this.playable||shown.length===0,set(this.
buttons,{"aria-label":say(language,"board-moves")}),this.buttons.replaceChildren(...shown.map(choice=>{let gain=choice.gain?
`+${choice.gain}`:"",label=messageText(language,choice.label),isLetter=choice.colour!==null&&label===choice.colour[2],title=choice.
gain?say(language,"board-gains",{count:choice.gain}):null,button=html("button",{type:"button",class:"jb-button","data-mo\
ve":choice.move,"data-colour":choice.colour!==null,disabled:!choice.legal,title},[html("span",{class:"jb-swatch","aria-h\
idden":isLetter?null:"true"},[choice.colour?choice.colour[2]:""]),html("span",{class:"jb-called"},[isLetter?"":label]),"\
 ",html("small",{},[gain])]),swatch=button.firstElementChild;return choice.colour?[swatch.style.background,swatch.style.
color]=choice.colour:swatch.hidden=!0,button.addEventListener("click",()=>this.send(choice.move)),button})),this.refocus()}refocus(){
if(this.held===null)return;let free=[...this.buttons.children].filter(button2=>!button2.hasAttribute("disabled")),button=free.
find(one=>one.getAttribute("data-move")===this.held)??free[0];button instanceof HTMLElement&&(button.focus(),this.held=null)}originOf(board,before){
let last=board.last?.[0];if(last!==void 0)return this.at(last);let grew=before&&board.tally[1]-before.tally[1]>board.tally[0]-
before.tally[0]?1:0,start=board.layout.starts.find(part=>board.looks[board.cells[part]].owner===grew);return start===void 0||
!this.parts.length?[0,0]:this.at(start)}partOf(target){let group=target instanceof Element?target.closest("[data-part]"):
null;return group?Number(group.getAttribute("data-part")):null}choose(part){this.paintable&&part!==null&&this.dispatchEvent(
new CustomEvent("joute-part",{bubbles:!0,detail:{part}}));let move=part===null?null:this.shown?.moves?.[part];this.playable&&
move&&this.send(move)}send(move){this.dispatchEvent(new CustomEvent("joute-move",{bubbles:!0,detail:{move}}))}rove(part){
part===null||!(this.playable||this.paintable)||(this.parts[this.focused]?.setAttribute("tabindex","-1"),this.focused=part,
this.parts[part].setAttribute("tabindex","0"))}key(event){if(!(this.playable||this.paintable)||this.partOf(event.target)===
null)return;let steps={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]};if(event.key in steps){let next=nearest(
this.parts.map((_,part)=>this.at(part)),this.focused,steps[event.key]);next!==null&&this.parts[next].focus()}else if(event.
key==="Enter"||event.key===" ")this.choose(this.partOf(event.target));else return;event.preventDefault(),event.stopPropagation()}};
customElements.define("joute-board",JouteBoard);var WIDTH=600,HEIGHT=110,Graph=class{constructor(replay,language,pick){this.replay=replay,this.steps=Math.max(1,replay.plies),
this.cursor=svg("line",{class:"jr-cursor",y1:0,y2:HEIGHT}),this.picture=svg("svg",{class:"jr-graph",viewBox:`0 0 ${WIDTH}\
 ${HEIGHT}`,preserveAspectRatio:"none",role:"img","aria-label":say(language,"replay-tally")},[svg("title",{},[say(language,
"replay-graph")]),...this.times(),...this.areas(),...this.thoughts(),...this.marks(),this.cursor]),this.picture.addEventListener(
"click",event=>{let box=this.picture.getBoundingClientRect();pick(Math.round((event.clientX-box.left)/box.width*this.steps))})}x(ply){
return ply/this.steps*WIDTH}areas(){let most=Math.max(1,...Array.from({length:this.replay.plies+1},(_,ply)=>Math.max(...this.
replay.tally(ply)))),y=count=>(HEIGHT-8-count/most*(HEIGHT-16)).toFixed(1),points=side=>Array.from({length:this.replay.plies+
1},(_,ply)=>`${this.x(ply).toFixed(1)} ${y(this.replay.tally(ply)[side])}`),[first,second]=[points(0),points(1)];return[
svg("path",{class:"jr-lead",d:`M${first.join("L")}L${second.slice().reverse().join("L")}z`}),svg("path",{class:"jr-line \
jr-side-0",d:`M${first.join("L")}`}),svg("path",{class:"jr-line jr-side-1",d:`M${second.join("L")}`})]}times(){let times=this.
replay.data.times??[],longest=Math.max(1,...times),wide=Math.max(1.2,WIDTH/this.steps-1.5);return times.map((time,index)=>{
let height=time/longest*HEIGHT*.45;return svg("rect",{class:`jr-time jr-side-${this.replay.sideOf(index+1)}`,x:(this.x(index+
1)-wide/2).toFixed(1),y:(HEIGHT-height).toFixed(1),width:wide.toFixed(1),height:height.toFixed(1)})})}thoughts(){let scores=this.
replay.data.scores??[],most=Math.max(1,...scores.map(score=>Math.abs(score??0)));return[0,1].flatMap(side=>{let points=scores.
flatMap((score,index)=>{if(score===null||this.replay.sideOf(index+1)!==side)return[];let height=(side===0?score:-score)/
most*(HEIGHT/2-6);return[`${this.x(index+1).toFixed(1)} ${(HEIGHT/2-height).toFixed(1)}`]});return points.length>1?[svg(
"path",{class:`jr-thought jr-side-${side}`,d:`M${points.join("L")}`})]:[]})}marks(){let line=name=>ply=>svg("line",{class:name,
x1:this.x(ply),x2:this.x(ply),y1:name==="jr-fault-mark"?0:HEIGHT-10,y2:HEIGHT});return[...this.replay.leadChanges().map(
line("jr-lead-mark")),...this.replay.faults().map(line("jr-fault-mark"))]}show(ply){set(this.cursor,{x1:this.x(ply),x2:this.
x(ply)})}};var BOX={width:600,height:100,margin:10},REACH=9,SHAPES={inaccuracy:"M0 -4.5A4.5 4.5 0 1 1 -0.01 -4.5z",mistake:"M0 -6L6\
 5H-6z",blunder:"M0 -7.5L7 0L0 7.5L-7 0z"};function shapeOf(kind){return svg("path",{class:`jr-shape jr-${kind}`,d:SHAPES[kind]})}
function markOf(kind){return svg("svg",{class:"jr-legend",viewBox:"-9 -9 18 18","aria-hidden":"true"},[shapeOf(kind)])}function numberText(language,value){
return value.toLocaleString(language,{maximumFractionDigits:1})}function leadText(replay,language,value){if(Math.abs(value)<
.05)return say(language,"review-even");let[side,lead]=[replay.layout.sides[value>0?0:1],Math.abs(value)];return say(language,
"review-ahead",{side,lead:`+${numberText(language,lead)}`,unit:unitText(language,replay.layout.unit,lead)})}var Evaluation=class{constructor(replay,language,pick){
this.replay=replay,this.language=language,this.steps=Math.max(1,replay.plies),this.scale=1,this.curve=svg("svg",{class:"\
jr-curve",viewBox:`0 0 ${BOX.width} ${BOX.height}`,preserveAspectRatio:"none",width:"100%",height:"100%"}),this.marks=svg(
"g",{class:"jr-marks"}),this.cursor=svg("line",{class:"jr-cursor",y1:0,y2:"100%"}),this.labels=[svg("text",{class:"jr-ax\
is",x:8,y:14}),svg("text",{class:"jr-axis",x:8,y:"100%",dy:-6})],this.picture=svg("svg",{class:"jr-graph jr-evaluation",
role:"slider",tabindex:0,"aria-label":say(language,"review-evaluation"),"aria-valuemin":0,"aria-valuemax":replay.plies,"\
aria-valuenow":0},[svg("title",{},[say(language,"review-evaluation-help")]),this.curve,...this.labels,this.cursor,this.marks]),
this.picture.addEventListener("click",event=>pick(this.plyAt(event.clientX))),this.draw()}get values(){return this.replay.
data.review?.values??[]}plyAt(clientX){let box=this.picture.getBoundingClientRect(),ply=(clientX-box.left)/box.width*this.
steps,away=other=>Math.abs(other-ply)*(box.width/this.steps);return this.replay.mistakes().filter(one=>away(one)<=REACH).
sort((one,two)=>away(one)-away(two))[0]??Math.round(ply)}share(ply){return ply/this.steps}level(value){let half=(BOX.height/
2-BOX.margin)/BOX.height;return .5-value/this.scale*half}draw(){let{values,replay,language}=this;this.scale=Math.max(replay.
layout.total*.05,...values.map(Math.abs));let reach=`+${numberText(language,Math.round(this.scale))}`;this.labels.forEach(
(label,side)=>{label.textContent=`${messageText(language,replay.layout.sides[side])} ${reach}`});let middle=BOX.height/2;
this.curve.replaceChildren(...[0,1].map(side=>svg("path",{class:`jr-area jr-side-${side}`,d:this.area(side)})),svg("line",
{class:"jr-zero",x1:0,x2:BOX.width,y1:middle,y2:middle}),svg("path",{class:"jr-opinion",d:values.length?`M${values.map((value,ply)=>this.
point(ply,value)).join("L")}`:""})),this.marks.replaceChildren(...(replay.data.review?.notes??[]).filter(note=>note.ply<
values.length).map(note=>svg("svg",{class:"jr-spot",x:`${(this.share(note.ply)*100).toFixed(2)}%`,y:`${(this.level(values[note.
ply])*100).toFixed(1)}%`,overflow:"visible"},[shapeOf(note.kind)])))}point(ply,value){return`${(this.share(ply)*BOX.width).
toFixed(1)} ${(this.level(value)*BOX.height).toFixed(1)}`}area(side){let{values}=this;if(values.length<2)return"";let clamp=value=>side===
0?Math.max(0,value):Math.min(0,value),points=values.flatMap((value,ply)=>{let next=values[ply+1]??value,here=this.point(
ply,clamp(value));return value*next<0?[here,this.point(ply+value/(value-next),0)]:[here]});return`M${this.point(0,0)}L${points.
join("L")}L${this.point(values.length-1,0)}z`}show(ply,text){let x=`${(this.share(ply)*100).toFixed(2)}%`;set(this.cursor,
{x1:x,x2:x}),set(this.picture,{"aria-valuenow":ply,"aria-valuetext":text})}};var SIGNS=[["inaccuracy","?!"],["mistake","?"],["blunder","??"]],COUNTS=["inaccuracies","mistakes","blunders"];function noteText(replay,language,note){
let exact=note.exact?` (${say(language,"review-exact")})`:"";return say(language,"review-note",{kind:say(language,`revie\
w-${note.kind}`),loss:numberText(language,note.loss),unit:unitText(language,replay.layout.unit,note.loss),move:moveText(
language,note.line.split(" ")[0])})+exact}function signOf(language,kind){let sign=SIGNS.find(([name])=>name===kind)?.[1]??
"";return html("span",{class:`jr-sign jr-${kind}`,title:say(language,`review-${kind}`)},[html("span",{"aria-hidden":"tru\
e"},[sign]),html("span",{class:"jr-unseen"},[` ${say(language,`review-${kind}`)}`])])}var ReviewView=class{constructor(replay,language,acts){
this.replay=replay,this.language=language,this.graph=new Evaluation(replay,language,acts.go),this.previous=this.arrow("p\
revious-mistake","M10 5v14l-8-7zM17 7l5 5-5 5-5-5z",()=>acts.jump(!0)),this.next=this.arrow("next-mistake","M14 5l8 7-8 \
7zM7 7l5 5-5 5-5-5z",()=>acts.jump(!1)),this.better=html("button",{type:"button",class:"jr-better","aria-pressed":"false"},
[say(language,"review-better")]),this.better.addEventListener("click",acts.better),this.verdict=html("span",{class:"jr-v\
erdict"}),this.line=html("small",{class:"jr-expected"});let text=html("span",{class:"jr-note-text"},[this.verdict,this.line]);
this.note=html("div",{class:"jr-note",role:"group","aria-label":say(language,"review-title")},[this.previous,text,this.better,
this.next]),this.table=html("table",{class:"jr-summary"}),this.update()}arrow(name,path,act){let label=say(this.language,
`review-${name}`),picture=svg("svg",{viewBox:"0 0 24 24","aria-hidden":"true"},[svg("path",{d:path})]),button=html("butt\
on",{type:"button",class:`jr-button jr-${name}`,"aria-label":label,title:label},[picture]);return button.addEventListener(
"click",act),button}update(){this.graph.draw();let{replay,language}=this,review=replay.data.review,hasMistakes=replay.mistakes().
length>0;if(set(this.previous,{disabled:!hasMistakes}),set(this.next,{disabled:!hasMistakes}),!review)return;let mark=side=>html(
"span",{class:`jr-mark jr-side-${side}`,"aria-hidden":"true"}),players=replay.data.players.map((name,side)=>html("th",{scope:"\
col",title:name},[mark(side)," ",name])),row=(head,cells)=>html("tr",{},[html("th",{scope:"row"},head),...cells.map(cell=>html(
"td",{},[String(cell)]))]);this.table.replaceChildren(html("caption",{},[say(language,"review-title")]),html("thead",{},
[html("tr",{},[html("td"),...players])]),html("tbody",{},[...SIGNS.map(([kind],index)=>row([markOf(kind),say(language,`r\
eview-${COUNTS[index]}`)],review.summary.map(one=>one[COUNTS[index]]))),row([say(language,"review-average-loss")],review.
summary.map(one=>numberText(language,one.average_loss)))]))}sentence(ply){let{replay,language}=this,value=replay.data.review?.
values[ply],note=replay.note(ply),lead=value===void 0?"":leadText(replay,language,value);return note?`${noteText(replay,
language,note)}. ${lead}`:lead}show(ply,isBetter){let{replay,language}=this,note=replay.note(ply);this.graph.show(ply,this.
sentence(ply)),this.verdict.replaceChildren(...note?[markOf(note.kind),noteText(replay,language,note)]:[this.sentence(ply)]),
this.verdict.className=`jr-verdict${note?` jr-${note.kind}`:""}`;let line=note?.line.split(" ").map(move=>moveText(language,
move)).join(" ")??"";this.line.textContent=note&&line.includes(" ")?say(language,"review-expected",{line}):"",this.better.
hidden=!note,set(this.better,{"aria-pressed":String(isBetter)})}};var SPEEDS=[.5,1,2,4,8,16],ICONS={first:"M6 5h2.5v14H6zM19 5v14l-9.5-7z",previous:"M16 5v14l-9.5-7z",play:"M8 5v14l11-7z",
pause:"M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",next:"M8 5l9.5 7L8 19z",last:"M15.5 5H18v14h-2.5zM5 5l9.5 7L5 19z",lead:"M4 17\
l5-6 4 3 7-9v4l-7 9-4-3-3.5 4.2z",fault:"M12 3l10 18H2zM11 10v5h2v-5zM11 17v2h2v-2z"};function timeText(time){if(time<1e4)
return`${(time/1e3).toFixed(time<1e3?2:1)} s`;let seconds=Math.round(time/1e3);return`${Math.floor(seconds/60)}:${String(
seconds%60).padStart(2,"0")}`}var JouteReplay=class extends HTMLElement{constructor(){super(),this.shown=null,this.at=0,
this.timer=void 0,this.board=new JouteBoard,this.graph=null,this.reviewView=null,this.isBetter=!1,this.cards=[],this.moveButtons=
[],this.range=html("input",{type:"range",class:"jr-range",min:0,step:1}),this.speed=html("select",{class:"jr-speed"}),this.
playButton=html("button",{type:"button"}),this.counter=html("output",{class:"jr-counter"}),this.log=html("pre",{class:"j\
r-log",tabindex:0}),this.addEventListener("keydown",event=>this.key(event))}disconnectedCallback(){this.pause()}get replay(){
return this.shown}set replay(replay){this.pause(),this.shown=replay,this.at=0,replay&&this.build(replay)}get review(){return this.
shown?.data.review}set review(review){let replay=this.shown;replay&&(replay.data.review=review,this.reviewView&&review?(this.
reviewView.update(),this.signMoves(replay),this.reviewView.show(this.at,this.isBetter)):this.rebuild(replay))}rebuild(replay){
let active=document.activeElement,isInside=this.contains(active);this.build(replay),this.showState(this.timer===void 0?"\
play":"pause"),isInside&&active instanceof HTMLElement&&(this.contains(active)?active:this.range).focus()}get ply(){return this.
at}set ply(ply){this.go(ply)}build(replay){this.classList.add("joute-replay"),this.dataset.style=replay.layout.style;let language=languageOf(
this);this.cards=replay.data.players.map((name,side)=>this.card(replay,name,side)),this.graph=new Graph(replay,language,
ply=>this.go(ply)),this.reviewView=replay.data.review?new ReviewView(replay,language,{go:ply=>this.go(ply),jump:back=>this.
jump(replay.mistakes(),back),better:()=>this.toggleBetter()}):null,this.classList.toggle("jr-reviewed",this.reviewView!==
null),this.moveButtons=replay.moves.map((move,index)=>this.moveButton(replay,move,index+1)),this.signMoves(replay);let moves=html(
"ol",{class:"jr-moves","aria-label":say(language,"replay-moves")},this.moveButtons.map(button=>html("li",{},[button]))),
hasLogs=(replay.data.logs??[]).length>0;set(this.log,{"aria-label":say(language,"replay-log")});let panel=html("div",{class:"\
jr-panel"},[html("p",{class:"jr-result"},[this.resultText(replay)]),...replay.data.ending?.fault?[html("p",{class:"jr-ev\
idence"},[replay.data.ending.fault.evidence])]:[],...this.reviewView?[this.reviewView.table]:[],moves,...hasLogs?[html("\
p",{class:"jr-title"},[say(language,"replay-log")]),this.log]:[]]),stage=html("div",{class:"jr-stage"},[this.cards[1],this.
board,this.cards[0]]),review=this.reviewView?[this.reviewView.graph.picture,this.reviewView.note]:[],below=html("div",{class:"\
jr-below"},[this.graph.picture,...review,this.bar(replay)]);this.replaceChildren(html("div",{class:"jr-left"},[stage,below]),
panel),this.board.show(replay.board(0)),this.go(this.at||Number(this.getAttribute("ply")??0))}card(replay,name,side){let seat=messageText(
languageOf(this),replay.layout.sides[side]),mark=html("span",{class:`jr-mark jr-side-${side}`,"aria-hidden":"true"}),who=html(
"span",{class:"jr-who"},[html("strong",{},[name]),html("small",{},[seat])]);return html("div",{class:"jr-card"},[mark,who,
html("span",{class:"jr-clock"}),html("span",{class:"jr-tally"})])}moveButton(replay,move,ply){let language=languageOf(this),
isLost=move==="-",button=html("button",{type:"button",class:`jr-move jr-side-${replay.sideOf(ply)}`,tabindex:-1},[html("\
small",{},[String(ply)])," ",isLost?say(language,"replay-lost-turn"):moveText(language,move)]);return button.addEventListener(
"click",()=>this.go(ply)),button}signMoves(replay){this.querySelectorAll(".jr-moves .jr-sign").forEach(sign=>sign.remove());
for(let note of replay.data.review?.notes??[])this.moveButtons[note.ply-1]?.append(" ",signOf(languageOf(this),note.kind))}bar(replay){
let language=languageOf(this),chosen2=this.speed.value||"2";this.speed.replaceChildren(...SPEEDS.map(speed=>html("option",
{value:speed,selected:String(speed)===chosen2},[`${speed}×`]))),set(this.speed,{"aria-label":say(language,"replay-speed")}),
set(this.range,{max:replay.plies,"aria-label":say(language,"replay-position")}),this.range.oninput=()=>this.go(Number(this.
range.value)),this.playButton=this.button("play",()=>this.toggle());let leads=replay.leadChanges(),faults=replay.faults();
return html("div",{class:"jr-bar",title:say(language,"replay-keys")},[this.button("first",()=>this.go(0)),this.button("p\
revious",()=>this.go(this.at-1)),this.playButton,this.button("next",()=>this.go(this.at+1)),this.button("last",()=>this.
go(replay.plies)),this.range,this.counter,this.speed,...leads.length?[this.button("lead",()=>this.jump(leads))]:[],...faults.
length?[this.button("fault",()=>this.jump(faults))]:[]])}button(name,act){let label=say(languageOf(this),`replay-${name}`),
button=html("button",{type:"button",class:`jr-button jr-${name}`,"aria-label":label,title:label},[this.icon(name)]);return button.
addEventListener("click",act),button}icon(name){return svg("svg",{viewBox:"0 0 24 24","aria-hidden":"true"},[svg("path",
{d:ICONS[name],"fill-rule":"evenodd"})])}go(ply){let replay=this.shown;if(!replay||Number.isNaN(ply))return;let before=this.
at;this.at=Math.max(0,Math.min(replay.plies,Math.trunc(ply))),this.at===replay.plies&&this.pause(),this.board.show(replay.
board(this.at),this.at===before+1&&!this.isBetter),this.isBetter=!1,this.range.value=String(this.at),this.range.setAttribute(
"aria-valuetext",this.sentence(replay)),this.counter.value=`${this.at} / ${replay.plies}`,this.graph?.show(this.at),this.
reviewView?.show(this.at,!1),this.cards.forEach((card,side)=>this.fillCard(replay,card,side)),this.log.textContent=replay.
log(this.at)||say(languageOf(this),"replay-no-log"),this.markMove(before),this.board.announce(this.timer===void 0?this.sentence(
replay):""),this.dispatchEvent(new CustomEvent("joute-ply",{bubbles:!0,detail:{ply:this.at}}))}fillCard(replay,card,side){
let{used,left}=replay.clock(side,this.at),spent=this.at>0&&replay.sideOf(this.at)===side?replay.data.times?.[this.at-1]:
void 0,clock=card.querySelector(".jr-clock"),hasTimes=replay.data.times!==void 0;clock.textContent=left!==null?timeText(
left):hasTimes?timeText(used):"",clock.hidden=clock.textContent==="",clock.title=spent===void 0?"":`${say(languageOf(this),
"replay-time")}: ${timeText(spent)}`;let tally=card.querySelector(".jr-tally");tally.textContent=String(replay.tally(this.
at)[side]),card.classList.toggle("jr-turn",this.at<replay.plies&&Number(replay.data.sides[this.at])===side)}markMove(before){
let list=this.querySelector(".jr-moves");this.moveButtons[before-1]?.removeAttribute("aria-current"),this.moveButtons[before-
1]?.setAttribute("tabindex","-1");let button=this.moveButtons[this.at-1]??this.moveButtons[0];!button||!list||(button.setAttribute(
"tabindex","0"),this.at>0&&button.setAttribute("aria-current","step"),list.scrollTop=this.at===0?0:button.offsetTop-list.
clientHeight/2)}sentence(replay){let language=languageOf(this);if(this.at===0)return say(language,"replay-start");let side=replay.
layout.sides[replay.sideOf(this.at)],move=replay.moves[this.at-1],played=move==="-"?say(language,"replay-lost",{side}):say(
language,"replay-plays",{side,move:moveText(language,move)}),tally=replay.tally(this.at).join(" – "),note=this.reviewView&&
replay.note(this.at)?` ${this.reviewView.sentence(this.at)}.`:"";return`${this.at}. ${played}. ${tally}.${note}${this.at===
replay.plies?` ${this.resultText(replay)}`:""}`}resultText(replay){let language=languageOf(this),ending=replay.data.ending;
if(!ending)return say(language,"ending-running");if(ending.how==="aborted")return say(language,"ending-aborted");let[first,
second]=replay.data.players,tally=replay.data.tally.join(" – ");if(ending.how==="forfeit"&&ending.fault){let[side,other]=ending.
by==="first"?[second,first]:[first,second];return`${say(language,"ending-forfeit",{side,other})} (${say(language,`fault-${ending.
fault.kind}`)})`}let result=ending.outcome==="draw"?say(language,"ending-draw"):say(language,"ending-wins",{side:ending.
outcome==="first"?first:second}),reason=ending.reason?` (${say(language,`ending-${ending.reason}`)})`:"";return`${result}\
, ${tally} ${unitText(language,replay.layout.unit,replay.data.tally[1])}${reason}`}jump(plies,back=!1){let ways=back?plies.
slice().reverse():plies,next=ways.find(ply=>back?ply<this.at:ply>this.at)??ways[0];next!==void 0&&this.go(next)}toggleBetter(){
let replay=this.shown,note=replay?.note(this.at);if(!replay||!note)return;this.pause(),this.isBetter=!this.isBetter,this.
board.show(replay.board(this.isBetter?this.at-1:this.at)),this.isBetter&&this.board.pointAt(note.parts),this.reviewView?.
show(this.at,this.isBetter);let language=languageOf(this),text=say(language,"review-before",{ply:this.at,move:moveText(language,
note.line.split(" ")[0])});this.board.announce(this.isBetter?text:this.sentence(replay))}toggle(){this.timer===void 0?this.
play():this.pause()}play(){let replay=this.shown;if(!replay)return;this.at===replay.plies&&this.go(0);let step=()=>{this.
timer=window.setTimeout(step,1e3/Number(this.speed.value)),this.go(this.at+1)};this.timer=window.setTimeout(step,250),this.
showState("pause")}pause(){window.clearTimeout(this.timer);let wasPlaying=this.timer!==void 0;this.timer=void 0,this.showState(
"play"),wasPlaying&&this.shown&&this.board.announce(this.sentence(this.shown))}showState(name){let label=say(languageOf(
this),`replay-${name}`);set(this.playButton,{"aria-label":label,title:label}),this.playButton.replaceChildren(this.icon(
name))}key(event){let replay=this.shown,target=event.target;if(!replay||target instanceof HTMLSelectElement||event.altKey||
event.ctrlKey||event.metaKey)return;let isButton=target instanceof HTMLButtonElement,acts={ArrowLeft:()=>this.go(this.at-
1),ArrowRight:()=>this.go(this.at+1),Home:()=>this.go(0),End:()=>this.go(replay.plies),l:()=>this.jump(replay.leadChanges()),
f:()=>this.jump(replay.faults()),m:()=>this.jump(replay.mistakes(),event.shiftKey),b:()=>this.toggleBetter()};isButton||
(acts[" "]=()=>this.toggle());let act=acts[event.key.length===1?event.key.toLowerCase():event.key];act&&(act(),event.preventDefault())}};
customElements.define("joute-replay",JouteReplay);var bundleOnce;function bundle(){return bundleOnce??=unpackBundle(document.getElementById("replays")?.textContent??""),bundleOnce}
async function showGame(element,id){let replays=await bundle(),data=replays.replays.find(replay2=>replay2.id===id);if(!data)
return null;let replay=new Replay(replays,data);return element.replay=replay,replay}var rowOfGame=id=>document.querySelector(
`tr[data-games~="${id}"]`);function viewer(dialog,element){let title=dialog.querySelector("h2"),tabs=dialog.querySelector(
".tabs"),opener=null,open=async id=>{let row=rowOfGame(id),replay=await showGame(element,id);if(!replay)return;let ids=(row?.
getAttribute("data-games")??String(id)).split(" ").map(Number);title.textContent=`${replay.data.players[0]} – ${replay.
data.players[1]}`;let replays=(await bundle()).replays;tabs.hidden=ids.length<2,tabs.replaceChildren(...ids.flatMap((other,index)=>{
let data=replays.find(one=>one.id===other);if(!data)return[];let name=say(languageOf(dialog),"replay-game",{number:index+
1});return[html("a",{class:"tab",href:`#game-${other}`,"aria-current":other===id?"true":null},[html("strong",{},[name]),
` ${data.players[0]} ${data.tally[0]} – ${data.tally[1]} ${data.players[1]}`])]})),dialog.open||dialog.showModal(),element.
querySelector("input")?.focus({preventScroll:!0})},close=()=>{element.pause(),history.replaceState(null,"",location.pathname+
location.search),(opener instanceof HTMLElement||opener instanceof SVGElement)&&opener.focus({preventScroll:!0})};dialog.
addEventListener("close",close),dialog.querySelector("[data-close]")?.addEventListener("click",()=>dialog.close()),dialog.
addEventListener("click",event=>{event.target===dialog&&dialog.close()});let follow=()=>{let[,kind,number]=/^#(game|match)-(\d+)$/.
exec(location.hash)??[];if(kind==="game"&&open(Number(number)),kind==="match"){let first=document.getElementById(`match-${number}`)?.
getAttribute("data-games")?.split(" ")[0];first&&open(Number(first))}};addEventListener("popstate",()=>{/^#(game|match)-/.
test(location.hash)?follow():dialog.close()}),document.addEventListener("click",event=>{let link=event.target instanceof
Element?event.target.closest('a[href^="#game-"], a[href^="#match-"]'):null;!link||event.ctrlKey||event.metaKey||event.shiftKey||
(event.preventDefault(),dialog.open||(opener=link),history.pushState(null,"",link.getAttribute("href")),follow())}),follow()}
function sortable(table){let headings=[...table.tHead?.rows[0].cells??[]];headings.forEach((heading,column)=>{let button=html(
"button",{type:"button",class:"sort"},[...heading.childNodes]);heading.replaceChildren(button),button.addEventListener("\
click",()=>{let isDown=heading.getAttribute("aria-sort")==="ascending";headings.forEach(other=>other.removeAttribute("ar\
ia-sort")),set(heading,{"aria-sort":isDown?"descending":"ascending"}),sort(table,column,isDown?-1:1)})})}function sort(table,column,direction){
let body=table.tBodies[0],text=row=>row.cells[column].textContent?.trim()??"",compare=new Intl.Collator(languageOf(table),
{numeric:!0}).compare,rows=[...body.rows].sort((one,two)=>{let[a,b]=[text(one),text(two)],[x,y]=[Number(a),Number(b)];return direction*
(a!==""&&b!==""&&!Number.isNaN(x)&&!Number.isNaN(y)?x-y:compare(a,b))});body.append(...rows)}function filter(input){let table=document.
getElementById(input.dataset.filter??"");input.addEventListener("input",()=>{let wanted=input.value.toLowerCase();table?.
querySelectorAll("tbody tr").forEach(row=>{set(row,{hidden:!row.querySelector(".versus")?.textContent?.toLowerCase().includes(
wanted)})})})}function highlight(){let light=event=>{let player2=(event.target instanceof Element?event.target.closest("\
.bracket [data-p]"):null)?.getAttribute("data-p")??null;document.querySelectorAll(".bracket [data-p]").forEach(other=>{other.
classList.toggle("hot",player2!==null&&other.getAttribute("data-p")===player2)})};addEventListener("pointerover",light)}
function themes(){let root=document.documentElement,remember=theme=>{try{localStorage.setItem("joute-theme",theme)}catch{}},
stored=null;try{stored=localStorage.getItem("joute-theme")}catch{}stored&&(root.dataset.theme=stored),document.querySelector(
"[data-theme-button]")?.addEventListener("click",()=>{let isDark=root.dataset.theme?root.dataset.theme==="dark":matchMedia(
"(prefers-color-scheme: dark)").matches;root.dataset.theme=isDark?"light":"dark",remember(root.dataset.theme)})}function player(element){
let chooser=document.getElementById("chooser"),asked=Number(/^#game-(\d+)$/.exec(location.hash)?.[1]);bundle().then(({replays})=>{
let first=replays.find(replay=>replay.id===asked)??replays[0];chooser instanceof HTMLSelectElement&&first&&(chooser.value=
String(first.id)),first&&showGame(element,first.id)}),chooser instanceof HTMLSelectElement&&chooser.addEventListener("ch\
ange",()=>{history.replaceState(null,"",`#game-${chooser.value}`),showGame(element,Number(chooser.value))})}themes();highlight();
document.querySelectorAll("table[data-sortable]").forEach(table=>sortable(table));document.querySelectorAll("input[data-\
filter]").forEach(input=>filter(input));var theReplay=document.getElementById("replay"),theViewer=document.getElementById(
"viewer");theReplay instanceof JouteReplay&&(theViewer instanceof HTMLDialogElement?viewer(theViewer,theReplay):player(theReplay));
