// Made by `npm run bundle` in tests/browser from 65837b97d7668e5aeae54a30e48e9fee63bc5c0324248122a1bc5fbe4efc575c
async function unpackBundle(text){let bytes=Uint8Array.from(atob(text.trim()),character=>character.charCodeAt(0)),stream=new Blob(
[bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));return JSON.parse(await new Response(stream).text())}
var Replay=class{constructor(bundle2,data){this.bundle=bundle2,this.data=data,this.layout=bundle2.layouts[data.layout],this.
moves=data.moves?data.moves.split(" "):[],this.changes=data.changes.split(" "),this.plies=this.moves.length,this.flows=(data.
flows??"").split(" "),this.sums=data.tallies.slice();for(let at=2;at<this.sums.length;at++)this.sums[at]+=this.sums[at-2];
this.kept=new Map([[0,Uint16Array.from(bundle2.starts[data.start])]])}cells(ply){let from=ply-ply%32;for(;!this.kept.has(
from);)from-=32;let cells=this.kept.get(from).slice();for(let done=from;done<ply;done++)this.change(cells,this.changes[done]),
(done+1)%32===0&&this.kept.set(done+1,cells.slice());return cells}change(cells,change){let before=cells.slice();for(let item of change?
change.split(";"):[]){if(item.includes(">")){let[from,to]=item.split(">").map(Number);before.forEach((look2,part2)=>{look2===
from&&(cells[part2]=to)});continue}let[look,steps]=item.split(":"),part=0;for(let step of steps.split(","))part+=Number(
step),cells[part]=Number(look)}}board(ply){let turn=ply<this.plies?Number(this.data.sides[ply]):null,cells=this.cells(ply);
return{layout:this.layout,looks:this.bundle.looks,cells,last:ply>0?this.last(ply,cells):[],flows:ply>0?this.flowsOf(ply):
[],tally:this.tally(ply),turn}}last(ply,cells){let mark=this.bundle.marks[this.data.layout]?.[this.moves[ply-1]];if(mark!==
void 0)return[mark];if(this.layout.style!=="mosaic"&&this.layout.style!=="network")return[];let{looks}=this.bundle,before=this.
cells(ply-1);return[...cells.keys()].filter(part=>looks[cells[part]].owner!==looks[before[part]].owner)}flowsOf(ply){let text=this.
flows[ply-1];return text?text.split(";").map(flow=>{let[from,to]=flow.split(">");return[Number(from),to.split(",").map(Number)]}):
[]}tally(ply){return ply===this.plies&&this.data.ending?this.data.tally:[this.sums[2*ply],this.sums[2*ply+1]]}sideOf(ply){
return Number(this.data.sides[ply-1])}clock(side,ply){let[used,moves]=[0,0];for(let done=1;done<=ply;done++)this.sideOf(
done)===side&&(used+=this.data.times?.[done-1]??0,moves++);let clock=this.data.clock;return{used,left:clock?Math.max(0,clock[0]+
clock[1]*moves-used):null}}leadChanges(){let changes=[],led=0;for(let ply=0;ply<=this.plies;ply++){let[first,second]=this.
tally(ply),leads=Math.sign(first-second);leads!==0&&leads!==led&&(ply>0&&changes.push(ply),led=leads)}return changes}faults(){
let faults=this.moves.flatMap((move,index)=>move==="-"?[index+1]:[]);return this.data.ending?.fault&&faults.at(-1)!==this.
plies&&faults.push(this.plies),faults}mistakes(){return(this.data.review?.notes??[]).map(note=>note.ply)}note(ply){return this.
data.review?.notes.find(note=>note.ply===ply)}log(ply){return(this.data.logs??[]).filter(([at])=>at===ply).map(([,text])=>text).
join(`
`)}};var CATALOGUE=JSON.parse(document.getElementById("messages")?.textContent??"{}");function languageOf(element){let wanted=element.closest("[lang]")?.getAttribute("lang")?.toLowerCase().split("-")[0]??"";
return wanted in CATALOGUE?wanted:Object.keys(CATALOGUE)[0]??"en"}function say(language,key,gaps={}){return filled(language,
CATALOGUE[language]?.[key]??key,gaps)}function messageText(language,message){return typeof message=="string"?message:say(
language,message[0],message[1])}function moveText(language,move){return move==="pass"?say(language,"move-list-pass"):move}
function filled(language,pattern,gaps){if(typeof pattern=="string")return pattern.replace(/\{(\w+)\}/g,(_,name)=>gapText(
language,gaps[name]??""));let piece=one=>filled(language,typeof one=="string"?one:chosen(language,one,gaps),gaps);return pattern.
map(piece).join("")}function gapText(language,gap){return typeof gap=="number"?String(gap):messageText(language,gap)}function chosen(language,{
by,cases},gaps){let value=gaps[by],plural=typeof value=="number"?new Intl.PluralRules(language).select(value):"other";return cases[String(
value)]??cases[plural]??cases.other}function unitText(language,unit,count){return say(language,`unit-${unit}`,{count})}var TRAY={away:.66,tall:.66};function placesOf(layout){let lattice=layout.lattice;if(!lattice)return layout.parts.map(([
x,y,shape])=>({x,y,shape}));let[columns,rows]=lattice;return Array.from({length:columns*rows},(_,part)=>({x:part%columns+
.5,y:Math.floor(part/columns)+.5,shape:"square"}))}function outline(parts,[columns,rows],isInside,wraps=!1){let has=(column,row)=>(column>=
0&&row>=0&&column<columns&&row<rows||wraps)&&isInside((row+rows)%rows*columns+(column+columns)%columns),path="";for(let part of parts){
let[column,row]=[part%columns,Math.floor(part/columns)],[x,y]=[column*100,row*100];has(column,row-1)||(path+=`M${x} ${y}\
h100`),has(column,row+1)||(path+=`M${x} ${y+100}h100`),has(column-1,row)||(path+=`M${x} ${y}v100`),has(column+1,row)||(path+=
`M${x+100} ${y}v100`)}return path}function nearest(points,from,[dx,dy]){let[x,y]=points[from],best=null,least=1/0;for(let[
part,[px,py]]of points.entries()){let along=(px-x)*dx+(py-y)*dy,across=Math.abs((px-x)*dy)+Math.abs((py-y)*dx),cost=along+
across*2;part!==from&&along>1&&cost<least&&([best,least]=[part,cost])}return best}var SVG="http://www.w3.org/2000/svg";function set(element,attributes){for(let[name,value]of Object.entries(attributes))value==
null||value===!1?element.removeAttribute(name):element.setAttribute(name,value===!0?"":String(value))}function svg(name,attributes={},children=[]){
let element=document.createElementNS(SVG,name);return set(element,attributes),element.append(...children),element}function html(name,attributes={},children=[]){
let element=document.createElement(name);return set(element,attributes),element.append(...children),element}function scatter(a,b){
let wave2=Math.sin(a*127.1+b*311.7+74.7)*43758.5453;return wave2-Math.floor(wave2)}function prefersStillness(){return matchMedia(
"(prefers-reduced-motion: reduce)").matches}var SEEDS=[["#eef0df","#a3ab92","#555d49"],["#f6efdb","#b9ad90","#635840"],["#e4eae4","#94a19c","#48524f"]],MOST_SEEDS=21;
function gradient(kind,id,stops,more={}){return svg(kind,{id,...kind==="linearGradient"?{x1:0,y1:0,x2:0,y2:1}:{},...more},
stops.map(([offset,colour])=>svg("stop",{offset,"stop-color":colour})))}function definitions(layout,number){if(layout.style===
"wood")return svg("defs",{},[gradient("linearGradient",`jb-plank-${number}`,[[0,"var(--plank-light)"],[.14,"var(--plank)"],
[.86,"var(--plank)"],[1,"var(--plank-dark)"]]),gradient("radialGradient",`jb-pit-${number}`,[[0,"var(--pit-light)"],[.6,
"var(--pit)"],[1,"var(--pit-dark)"]],{cx:.5,cy:.62,r:.62}),...SEEDS.map((stops,tone)=>gradient("radialGradient",`jb-seed\
-${number}-${tone}`,[[0,stops[0]],[.45,stops[1]],[1,stops[2]]],{cx:.36,cy:.3,r:.75}))]);let box={width:36,height:36,patternUnits:"\
userSpaceOnUse"};return svg("defs",{},[svg("pattern",{id:`jb-hatch-${number}`,...box},[svg("path",{d:"M-6 24L24 -6M12 42\
L42 12",stroke:"#fff","stroke-opacity":.5,"stroke-width":5}),svg("path",{d:"M-6 30L30 -6M6 42L42 6",stroke:"#16181d","st\
roke-opacity":.42,"stroke-width":3.5})]),svg("pattern",{id:`jb-dots-${number}`,...box},[...[9,27].map(at=>svg("circle",{
cx:at,cy:at,r:6,fill:"#fff","fill-opacity":.6})),...[9,27].map(at=>svg("circle",{cx:at,cy:at,r:3.6,fill:"#16181d","fill-\
opacity":.8}))])])}function cloth(layout){let[width,height]=[layout.width*100,layout.height*100],[columns,rows]=layout.lattice??
[0,0],rules="";for(let column=1;column<columns;column++)rules+=`M${column*100} 0v${height}`;for(let row=1;row<rows;row++)
rules+=`M0 ${row*100}h${width}`;let dots=columns<6||rows<6?[]:[2,columns-2].flatMap(x=>[2,rows-2].map(y=>svg("circle",{class:"\
jb-dot",cx:x*100,cy:y*100,r:7})));return[svg("rect",{class:"jb-felt",width,height,rx:4}),svg("path",{class:"jb-rules",d:rules}),
...dots]}function plank([left,top,width,height],middle,number){let grain="";for(let line=0;line<16;line++){let y=top+height*
(line+scatter(line,1))/16,bend=salt=>((scatter(line,salt)-.5)*height*.09).toFixed(1);grain+=`M${left+8} ${y.toFixed(1)}c${width*
.2} ${bend(2)} ${width*.35} ${bend(3)} ${width*.5} ${bend(4)}s${width*.3} ${bend(5)} ${width*.47} ${bend(6)}`}let inner={
x:left+5,y:top+5,width:width-10,height:height-10,rx:26};return[svg("rect",{...inner,class:"jb-plank",fill:`url(#jb-plank\
-${number})`}),svg("path",{class:"jb-grain",d:grain}),svg("path",{class:"jb-groove",d:`M${left+60} ${middle-1.5}h${width-
120}`}),svg("path",{class:"jb-groove-light",d:`M${left+60} ${middle+2}h${width-120}`})]}function ground(place,layout,number,[
width,height]){let fill=`url(#jb-pit-${number})`;return place.shape==="square"?svg("rect",{class:layout.style==="mosaic"?
"jb-tile":"jb-square",x:-50,y:-50,width:100,height:100}):place.shape==="pit"?svg("circle",{class:"jb-bowl",r:45,fill}):place.
shape==="store"?svg("rect",{class:"jb-bowl",x:-width/2,y:-height/2,width,height,rx:Math.min(width,height)/2,fill}):svg("\
circle",{class:"jb-vertex-face",r:34})}function disc(side,more="jb-disc"){return[svg("circle",{class:"jb-shade",cx:3,cy:5,
r:42}),svg("circle",{class:`${more} jb-side-${side}`,r:41}),svg("circle",{class:`jb-shine jb-side-${side}`,cx:-10,cy:-13,
r:20})]}function seed(number,tone,x,y,r=11.5){return svg("circle",{class:"jb-seed",cx:x.toFixed(1),cy:y.toFixed(1),r,fill:`\
url(#jb-seed-${number}-${tone})`})}function seeds(number,part,count,tray){let[reachX,reachY,room]=tray?[tray[0]/2-18,tray[1]/
2-24,40]:[33,33,14];return Array.from({length:Math.min(count,tray?48:MOST_SEEDS)},(_,at)=>{let angle=at*2.399963+scatter(
part,99)*6.28,far=Math.min(1,Math.sqrt((at+.4)/room)),x=Math.cos(angle)*far*reachX+(scatter(part,at)-.5)*5,y=Math.sin(angle)*
far*reachY+(scatter(at,part)-.5)*5;return seed(number,Math.floor(scatter(part+7,at)*3),x,y)})}var Controls=class{constructor(board){this.board=board,this.forbidden=html("div",{class:"jb-forbidden",hidden:!0}),this.
buttons=html("div",{class:"jb-buttons",role:"group",hidden:!0}),this.held=null}show(shown){this.forbid(shown),this.offer(
shown)}forbid(shown){let language=languageOf(this.board),sets=shown.layout.forbidden??[];this.forbidden.hidden=sets.length===
0,this.forbidden.replaceChildren(...sets.flatMap((colours,side)=>{if(!colours.length)return[];let swatches=colours.map(colour=>{
let swatch=html("span",{class:"jb-swatch"},[colour[2]]);return[swatch.style.background,swatch.style.color]=colour,swatch}),
name=messageText(language,shown.layout.sides[side]);return[html("span",{},[say(language,"board-forbidden",{side:name}),"\
 ",...swatches])]}))}offer(shown){let language=languageOf(this.board),active=document.activeElement;active&&this.buttons.
contains(active)?this.held=active.getAttribute("data-move"):active!==document.body&&(this.held=null);let offered=shown.buttons??
[];this.buttons.hidden=!this.board.playable||offered.length===0,set(this.buttons,{"aria-label":say(language,"board-moves")}),
this.buttons.replaceChildren(...offered.map(choice=>{let gain=choice.gain?`+${choice.gain}`:"",label=messageText(language,
choice.label),isLetter=choice.colour!==null&&label===choice.colour[2],title=choice.gain?say(language,"board-gains",{count:choice.
gain}):null,button=html("button",{type:"button",class:"jb-button","data-move":choice.move,"data-colour":choice.colour!==
null,disabled:!choice.legal,title},[html("span",{class:"jb-swatch","aria-hidden":isLetter?null:"true"},[choice.colour?choice.
colour[2]:""]),html("span",{class:"jb-called"},[isLetter?"":label])," ",html("small",{},[gain])]),swatch=button.firstElementChild;
return choice.colour?[swatch.style.background,swatch.style.color]=choice.colour:swatch.hidden=!0,button.addEventListener(
"click",()=>this.board.send(choice.move)),button})),this.refocus()}refocus(){if(this.held===null)return;let free=[...this.
buttons.children].filter(button2=>!button2.hasAttribute("disabled")),button=free.find(one=>one.getAttribute("data-move")===
this.held)??free[0];button instanceof HTMLElement&&(button.focus(),this.held=null)}};var TIMES={sowing:1300,flight:170,turn:260,step:45,veil:200},RINGS=14,Moves=class{constructor(layer,settle){this.running=
[],this.layer=layer,this.settle=settle,this.isOver=!1,this.left=0}add(element,frames,options,then=()=>{}){let animation=element.
animate(frames,options);this.running.push(animation),this.left++,animation.onfinish=()=>{this.isOver||(then(),this.left--,
this.left===0&&this.end())}}end(){if(!this.isOver){this.isOver=!0;for(let animation of this.running)animation.cancel();this.
layer.replaceChildren(),this.settle()}}};function travel(board,before,after,count,settle){let moves=new Moves(board.layers.
flight,settle),flows=after.flows??[],held=new Map,at=part=>held.get(part)??before.looks[before.cells[part]].seeds??0,change=(part,by)=>{
held.set(part,at(part)+by),count(part,at(part))},all=flows.reduce((sum,[,to])=>sum+to.length,0),step=Math.min(90,TIMES.sowing/
Math.max(1,all)),delay=0;return flows.forEach(([from,to],flow)=>{flow===0&&change(from,-to.length);let pace=flow===0?step:
step/3;flow>0&&(delay+=TIMES.flight);let[x,y]=board.at(from);to.forEach((target,number)=>{let[endX,endY]=board.at(target),
piece=svg("g",{},[seed(board.number,number%3,0,0,12)]);board.layers.flight.append(piece);let middle=`translate(${(x+endX)/
2}px, ${(y+endY)/2-26}px) scale(1.35)`;moves.add(piece,[{transform:`translate(${x}px, ${y}px)`,opacity:0},{transform:`tr\
anslate(${x}px, ${y}px)`,opacity:1,offset:.05},{transform:middle,opacity:1},{transform:`translate(${endX}px, ${endY}px)`,
opacity:1}],{delay,duration:TIMES.flight,fill:"backwards",easing:"ease-in-out"},()=>{piece.remove(),flow>0&&change(from,
-1),change(target,1)}),delay+=pace})}),moves}function wave(board,turned,origin,settle){let moves=new Moves(board.layers.
flight,settle);for(let{part,from}of turned){let[x,y]=board.at(part),piece=board.parts[part].lastElementChild,delay=Math.
hypot(x-origin[0],y-origin[1])/100*TIMES.step,done=()=>piece.classList.remove("jb-flip","jb-drop");if(from===void 0){piece.
classList.add("jb-drop"),moves.add(piece,[{transform:"scale(.6)",opacity:0},{transform:"none",opacity:1}],{duration:TIMES.
turn/2},done);continue}piece.classList.add("jb-flip");let old=svg("g",{transform:`translate(${x} ${y})`},[svg("g",{},disc(
from,"jb-old"))]);board.layers.flight.append(old);let half=TIMES.turn/2;moves.add(old.firstElementChild,[{transform:"non\
e"},{transform:"scaleX(.03)"}],{delay,duration:half,easing:"ease-in"},()=>old.remove()),moves.add(piece,[{transform:"sca\
leX(.03)"},{transform:"none"}],{delay:delay+half,duration:half,easing:"ease-out",fill:"backwards"},done)}return moves}function rings(parts,wasHeld,neighbours){
let open=new Set(parts),edge=parts.filter(part=>neighbours(part).some(wasHeld)),found=[];for(;open.size>0;){let ring=edge.
length>0?edge:[...open];ring.forEach(part=>open.delete(part)),found.push(ring),edge=[...new Set(ring.flatMap(neighbours))].
filter(part=>open.has(part))}return found}function flood(board,before,grown,settle){let moves=new Moves(board.layers.flight,
settle),share=Math.max(1,grown.length/RINGS),veils=Array.from({length:Math.min(RINGS,grown.length)},()=>svg("g"));return grown.
forEach((ring,number)=>{let veil=veils[Math.floor(number/share)],fills=new Map;for(let part of ring){let fill=before.looks[before.
cells[part]].fill??"#23282f";fills.set(fill,[...fills.get(fill)??[],part])}for(let[fill,parts]of fills)veil.append(board.
area(parts,fill))}),board.layers.flight.append(...veils),veils.forEach((veil,number)=>moves.add(veil,[{opacity:1},{opacity:0}],
{delay:number*TIMES.step,duration:TIMES.veil,fill:"both",easing:"ease-out"})),moves}function makePart({plan,number},place,part,layout){let[x,y]=plan.at(part),group=svg("g",{class:`jb-part jb-${place.shape}`,
"data-part":part,transform:`translate(${x} ${y})`});if(group.append(ground(place,layout,number,plan.tray())),place.shape===
"pit"){let called=layout.places[part],name=typeof called=="string"?called:String(called[1]?.move??"");group.append(svg("\
text",{class:"jb-name",y:(plan.isLower(part)?63:-63)+9},[name])," ")}return group.append(svg("g",{class:"jb-piece"})),group}
function pieces(board,part,look){return look.disc!==void 0?disc(look.disc):look.seeds!==void 0?countedSeeds(board,part,look.
seeds):look.letter&&look.owner===void 0?[svg("text",{class:"jb-letter",y:17,fill:look.ink},[look.letter])]:[]}function countedSeeds({
plan,number},part,count){let isStore=plan.places[part].shape==="store",tray=plan.tray(),drawn=seeds(number,part,count,isStore?
tray:null),[x,y]=[0,plan.isLower(part)?-63:63];return isStore&&([x,y]=plan.isCompact?[-tray[0]/2+40,0]:[0,-tray[1]/2+34]),
[...drawn,svg("text",{class:"jb-count",x,y:y+14},[String(count)])]}function lastMark({plan},layout,part){let[cx,cy]=plan.
at(part),isFelt=layout.style==="felt";return svg("circle",{class:"jb-last-mark",cx,cy,r:isFelt?10:36,"data-felt":isFelt})}
function startMark({plan},{layout,looks,cells},part){let[x,y]=plan.at(part),owner=looks[cells[part]].owner,sign=owner===
void 0?"":{"^":"▲",v:"▼"}[layout.symbols[owner]]??layout.symbols[owner];return svg("g",{class:`jb-start jb-side-${owner??
"none"}`,transform:`translate(${x} ${y})`},[svg("circle",{r:36}),svg("text",{y:15},[sign])])}var Plan=class{constructor(layout,{isCompact,isFlipped}){this.layout=layout,this.isCompact=isCompact,this.isFlipped=isFlipped,
this.places=placesOf(layout)}box(){let{width,height,style,columns,wraps}=this.layout;if(this.isCompact)return[-.14,-TRAY.
away-.5,width-1.72,height+.78+2*TRAY.away+1].map(n=>Math.round(n*100));let hasLabels=columns.length>0,margin=style==="wo\
od"?.36:hasLabels?.5:wraps?.55:.12,far=hasLabels?.16:margin,tall=height+(style==="wood"?.78:0);return[-margin,-margin,width+
margin+far,tall+margin+far].map(n=>Math.round(n*100))}at(part){let{style,width,height}=this.layout,{shape}=this.places[part],
{x,y}=this.places[part];if(this.isFlipped&&([x,y]=[width-x,height-y]),style!=="wood")return[x*100,y*100];let isLower=y>height/
2;return shape!=="store"?[(this.isCompact?x-1:x)*100,(y+(isLower?.78:0))*100]:this.isCompact?[(width/2-1)*100,(x>width/2?
height+.78+TRAY.away:-TRAY.away)*100]:[x*100,(y+.78/2)*100]}tray(){let{width,height}=this.layout;return this.isCompact?[
(width-2)*100-12,TRAY.tall*100]:[82,(height+.78)*100-20]}isLower(part){return this.at(part)[1]>(this.layout.height+.78)/
2*100}area(parts){let round=this.layout.lattice?null:34;return parts.map(part=>{let[x,y]=this.at(part);return round?`M${x-
round} ${y}a${round} ${round} 0 1 0 ${2*round} 0a${round} ${round} 0 1 0 ${-2*round} 0`:`M${x-50} ${y-50}h100v100h-100z`}).
join("")}};var Preview=class{constructor(board){this.board=board,this.move=null}listen(){let{board}=this,look=event=>this.show(this.
moveOf(event.target),board.partOf(event.target));for(let kind of["pointerover","pointerdown","focusin"])board.addEventListener(
kind,look);for(let kind of["pointerleave","pointercancel","focusout"])board.addEventListener(kind,()=>this.end())}moveOf(target){
let{board}=this,part=board.partOf(target);return board.playable?part!==null?board.shown?.moves?.[part]??null:(target instanceof
Element?target.closest(".jb-button:enabled"):null)?.getAttribute("data-move")??null:null}takeOf(move){let shown=this.board.
shown,known=shown?.takes?.[move];if(known)return known;let parts=(shown?.moves??[]).flatMap((one,part)=>one===move?[part]:
[]);return{parts,gain:parts.length}}end(){this.move=null,this.board.layers.preview?.replaceChildren()}show(move,part){if(move===
null)return this.end();if(move===this.move)return;this.move=move;let{parts,path=[],gain}=this.takeOf(move),{board}=this,
shapes=parts.length===0?[]:this.shapes(parts),steps=path.map(step=>svg("circle",{class:"jb-step",cx:board.at(step)[0],cy:board.
at(step)[1],r:9})),end=path.at(-1);board.layers.preview.replaceChildren(...shapes,...steps,...gain>0?[this.badge(gain,end??
part??parts[0])]:[])}shapes(parts){let{board}=this,layout=board.shown?.layout;if(layout?.style==="mosaic")return[board.area(
parts,"var(--taking)"),board.territory.line(parts,"jb-taking-casing"),board.territory.line(parts,"jb-taking")];let r=layout?.
style==="felt"?33:40;return parts.flatMap(part=>{let at={cx:board.at(part)[0],cy:board.at(part)[1],r};return[svg("circle",
{class:"jb-taking-casing",...at}),svg("circle",{class:"jb-taking",...at})]})}badge(gain,part){let{board}=this,text=`+${gain}`,
[left,top,width]=(board.picture.getAttribute("viewBox")??"0 0 800 800").split(" ").map(Number),size=Math.max(44,width/19),
half=size*(.36*text.length+.25),[x,y]=board.at(part),place=[Math.max(left+half,Math.min(left+width-half,x)),y-size*1.5<top?
y+size*1.4:y-size*1.4];return svg("g",{class:"jb-badge",transform:`translate(${place[0]} ${place[1]})`},[svg("rect",{x:-half,
y:-size*.72,width:half*2,height:size*1.44,rx:size*.5}),svg("text",{y:size*.36,"font-size":size},[text])])}};var Territory=class{constructor(board){this.board=board}line(parts,kind){let layout=this.board.shown.layout,inside=new Set(
parts),d=outline(parts,layout.lattice,part=>inside.has(part),layout.wraps),turn=this.board.flipped?`rotate(180 ${layout.
width*100/2} ${layout.height*100/2})`:null;return svg("path",{d,class:kind,transform:turn})}around(part){let{lattice,links,
wraps}=this.board.shown.layout;if(!lattice)return links.flatMap(([a,b])=>a===part?[b]:b===part?[a]:[]);let[columns,rows]=lattice,
[column,row]=[part%columns,Math.floor(part/columns)];return[[-1,0],[1,0],[0,-1],[0,1]].flatMap(([dx,dy])=>{let[x,y]=[column+
dx,row+dy];return!wraps&&(x<0||y<0||x>=columns||y>=rows)?[]:[(y+rows)%rows*columns+(x+columns)%columns]})}draw(board){let{
style,wraps}=board.layout;if(style!=="mosaic"&&style!=="network")return;let{layers}=this.board;layers.territory.replaceChildren(
...[0,1].flatMap(side=>this.zone(board,side)),...this.last(board)),wraps&&layers.ghosts.replaceChildren(...this.ghosts(board))}zone({
layout,looks,cells},side){let{board}=this,mine=board.parts.flatMap((_,part)=>looks[cells[part]].owner===side?[part]:[]),
pattern=`url(#jb-${side===0?"hatch":"dots"}-${board.number})`;return layout.lattice?[board.area(mine,pattern),this.line(
mine,`jb-casing jb-side-${side}`),this.line(mine,`jb-border jb-side-${side}`)]:mine.map(part=>svg("circle",{cx:board.at(
part)[0],cy:board.at(part)[1],r:34,fill:pattern,class:`jb-border jb-side-${side}`}))}last({last=[],layout}){let{board}=this,
taken=last.filter(part=>part<board.parts.length);return taken.length===0?[]:layout.lattice?[this.line(taken,"jb-taken-ca\
sing"),this.line(taken,"jb-taken")]:taken.map(part=>svg("circle",{cx:board.at(part)[0],cy:board.at(part)[1],r:43,class:"\
jb-taken"}))}ghosts({layout,looks,cells}){let{board}=this,[width,height]=[layout.width*100,layout.height*100],paths=new Map,
add=(part,x,y)=>{let fill=looks[cells[part]].fill??"none";paths.set(fill,`${paths.get(fill)??""}M${x-50} ${y-50}h100v100\
h-100z`)};return board.parts.forEach((_,part)=>{let[x,y]=board.at(part);x<100&&add(part,x+width,y),x>width-100&&add(part,
x-width,y),y<100&&add(part,x,y+height),y>height-100&&add(part,x,y-height)}),[...[...paths].map(([fill,d])=>svg("path",{class:"\
jb-ghost",d,fill})),svg("rect",{class:"jb-seam",width,height})]}};var NARROW="(max-width: 46rem) and (orientation: portrait)",boardsMade=0;function isSameLayout(one,two){let text=layout=>JSON.
stringify({...layout,starts:null,total:null});return one===two||text(one)===text(two)}function isAlike(one,two){return one===
two||JSON.stringify(one)===JSON.stringify(two)}var JouteBoard=class extends HTMLElement{constructor(){super(),this.shown=
null,this.plan=null,this.parts=[],this.focused=0,this.dabbed=new Set,this.number=++boardsMade,this.motion=null,this.territory=
new Territory(this),this.preview=new Preview(this),this.narrow=matchMedia(NARROW),this.laid=()=>{this.shown?.layout.style===
"wood"&&this.lay()},this.skip=()=>this.still(),this.picture=svg("svg",{class:"jb-picture"}),this.layers={},this.controls=
new Controls(this),this.voice=html("div",{class:"jb-voice","aria-live":"polite"})}static get observedAttributes(){return[
"flipped"]}attributeChangedCallback(){this.shown&&this.parts.length&&this.lay()}lay(){let{shown}=this;this.still(),this.
parts=[],shown&&this.show(shown)}still(){let motion=this.motion;this.motion=null,motion?.end()}disconnectedCallback(){this.
narrow.removeEventListener("change",this.laid),this.still()}connectedCallback(){this.narrow.addEventListener("change",this.
laid),!this.contains(this.picture)&&(this.classList.add("joute-board"),this.append(this.picture,this.controls.forbidden,
this.buttons,this.voice),this.addEventListener("click",event=>{(!this.paintable||event.detail===0)&&this.choose(this.partOf(
event.target))}),this.addEventListener("keydown",event=>this.key(event)),this.addEventListener("focusin",event=>this.rove(
this.partOf(event.target))),this.preview.listen(),this.shown&&this.show(this.shown))}get buttons(){return this.controls.
buttons}get board(){return this.shown}set board(board){board&&this.show(board)}get flipped(){return this.hasAttribute("f\
lipped")}get playable(){return this.hasAttribute("playable")}get paintable(){return this.hasAttribute("paintable")}show(board,animated=!1){
this.still();let before=this.shown,isNew=!before||!this.parts.length||!isSameLayout(before.layout,board.layout);this.shown=
board;let held=isNew&&this.contains(document.activeElement)?this.partOf(document.activeElement):null;isNew&&this.build(board);
let changed=[],alike=new Map;for(let part=0;part<this.parts.length;part++){let look=board.looks[board.cells[part]],old=isNew||
!before?null:before.looks[before.cells[part]],pair=`${before?.cells[part]} ${board.cells[part]}`;old&&!alike.has(pair)&&
alike.set(pair,isAlike(old,look)),!(old&&!this.dabbed.has(part)&&alike.get(pair))&&(this.paint(part,look),changed.push(part))}
this.dabbed.clear(),this.preview.end(),this.mark(board),this.territory.draw(board),this.describe(board),this.controls.show(
board),held!==null&&held<this.parts.length&&this.parts[held].focus(),!(isNew||!before||!animated||changed.length===0)&&(prefersStillness()||
this.move(before,board,changed),this.dispatchEvent(new CustomEvent("joute-shown",{bubbles:!0,detail:{style:board.layout.
style,count:changed.length,over:board.turn===null}})))}move(before,board,changed){let settle=()=>this.settle(),{style}=board.
layout;if(board.flows?.length){let parts=[...new Set(board.flows.flatMap(([from,to])=>[from,...to]))];for(let part of parts)
this.paint(part,before.looks[before.cells[part]]);let count=(part,seeds2)=>this.paint(part,{...board.looks[board.cells[part]],
seeds:seeds2});this.motion=travel(this,before,board,count,()=>{for(let part of parts)this.paint(part,board.looks[board.cells[part]]);
settle()})}else if(style==="felt"){let discs=changed.filter(part=>board.looks[board.cells[part]].disc!==void 0),origin=board.
last?.[0]===void 0?this.at(changed[0]):this.at(board.last[0]);this.motion=wave(this,discs.map(part=>({part,from:before.looks[before.
cells[part]].disc})),origin,settle)}else if(style!=="wood"){let owner=(one,part)=>one.looks[one.cells[part]].owner,grown=changed.
filter(part=>owner(before,part)!==owner(board,part)),side=grown.length?owner(board,grown[0]):void 0;this.motion=flood(this,
before,rings(grown,part=>owner(before,part)===side,part=>this.territory.around(part)),settle)}if(this.motion){this.toggleAttribute(
"data-moving",!0);for(let kind of["pointerdown","keydown"])document.addEventListener(kind,this.skip,{capture:!0})}}settle(){
this.motion=null,this.removeAttribute("data-moving");for(let kind of["pointerdown","keydown"])document.removeEventListener(
kind,this.skip,{capture:!0});for(let group of this.parts)group.lastElementChild?.setAttribute("class","jb-piece")}dab(part,look){
this.dabbed.add(part),look?this.paint(part,look):this.parts[part].classList.add("jb-tip")}announce(text){this.voice.textContent!==
text&&(this.voice.textContent=text)}point(move){this.parts.forEach((group,part)=>group.classList.toggle("jb-tip",this.shown?.
moves?.[part]===move));for(let button of this.buttons.children)button.classList.toggle("jb-tip",button.getAttribute("dat\
a-move")===move)}pointAt(parts){this.parts.forEach((group,part)=>group.classList.toggle("jb-tip",parts.includes(part)))}build(board){
let layout=board.layout;this.plan=new Plan(layout,{isCompact:layout.style==="wood"&&this.narrow.matches,isFlipped:this.flipped}),
this.dataset.style=layout.style;let box=this.plan.box();set(this.picture,{viewBox:box.join(" "),"font-size":40});let[left,
top,width,tall]=box;(this.closest("[data-stage]")??this).style.setProperty("--aspect",(width/tall).toFixed(4));let back=svg(
"rect",{class:"jb-card",x:left,y:top,width,height:tall,rx:Math.min(width,tall)*.025}),names=["under","links","parts","gh\
osts","territory","flight","marks","overlay","preview","labels"];this.layers=Object.fromEntries(names.map(name=>[name,svg(
"g",{class:`jb-${name}`})]));for(let name of names)name!=="parts"&&this.layers[name].setAttribute("pointer-events","none");
this.picture.replaceChildren(definitions(layout,this.number),back,...names.map(name=>this.layers[name])),this.drawBackground(
layout,box),this.parts=this.plan.places.map((place,part)=>makePart(this,place,part,layout)),this.layers.parts.append(...this.
parts),this.focused=0}drawBackground(layout,box){layout.style==="felt"&&this.layers.under.append(...cloth(layout)),layout.
style==="wood"&&this.layers.under.append(...plank(box,(layout.height+.78)/2*100,this.number));let lines=layout.links.map(
([a,b])=>`M${this.at(a).join(" ")}L${this.at(b).join(" ")}`).join("");lines&&this.layers.links.append(svg("path",{class:"\
jb-link",d:lines}));let label=(text,x,y)=>this.layers.labels.append(svg("text",{class:"jb-label",x,y:y+11},[text])),place=(at,count)=>((this.
plan.isFlipped?count-1-at:at)+.5)*100;layout.columns.forEach((text,column)=>label(text,place(column,layout.columns.length),
-.25*100)),layout.rows.forEach((text,row)=>label(text,-.25*100,place(row,layout.rows.length)))}at(part){return this.plan.
at(part)}area(parts,fill){return svg("path",{d:this.plan.area(parts),fill})}paint(part,look){let group=this.parts[part],
face=group.firstElementChild,piece=group.lastElementChild;look.fill?face.style.fill=look.fill:face.style.removeProperty(
"fill"),group.classList.toggle("jb-blocked",look.blocked===!0),piece.replaceChildren(...pieces(this,part,look))}mark(board){
let{moves=[],last=[],layout}=board,lastParts=new Set(last),language=languageOf(this);this.parts.forEach((group,part)=>{let isLast=lastParts.
has(part),isLegal=this.playable&&!!moves[part];if(group.classList.remove("jb-tip"),group.classList.toggle("jb-last",isLast),
group.classList.toggle("jb-legal",isLegal),!this.playable&&!this.paintable){group.hasAttribute("role")&&set(group,{role:null,
tabindex:null,"aria-label":null,"aria-disabled":null});return}let state=board.looks[board.cells[part]].text,gain=isLegal?
board.takes?.[moves[part]??""]?.gain:void 0,name=[this.placeName(part),messageText(language,state),isLegal?say(language,
"board-legal"):"",gain?say(language,"board-gains",{count:gain}):""].filter(Boolean).join(", ");set(group,{role:"button",
tabindex:part===this.focused?0:-1,"aria-label":name}),set(group,{"aria-disabled":isLegal||this.paintable?null:"true"})});
let side=board.turn??0,dots=this.parts.flatMap((group,part)=>group.classList.contains("jb-legal")&&layout.style==="felt"?
[svg("circle",{class:`jb-hint jb-side-${side}`,cx:this.at(part)[0],cy:this.at(part)[1],r:13})]:[]),lasts=layout.style===
"felt"||layout.style==="wood"?last.filter(part=>part<this.parts.length).map(part=>lastMark(this,layout,part)):[],starts=layout.
starts.map(part=>startMark(this,board,part));this.layers.marks.replaceChildren(...starts,...dots,...lasts)}placeName(part){
let layout=this.shown?.layout;if(!layout)return"";let language=languageOf(this);if(layout.places.length)return messageText(
language,layout.places[part]);let columns=layout.lattice?.[0]??1;return say(language,"place-cell",{row:Math.floor(part/columns)+
1,column:part%columns+1})}describe(board){let language=languageOf(this),[first,second]=board.layout.sides.map(side=>messageText(
language,side)),turn=board.turn===null?say(language,"board-over"):say(language,"board-to-move",{side:[first,second][board.
turn]}),counts=`${first} ${board.tally[0]}, ${second} ${board.tally[1]}`,text=`${say(language,"board-name")}. ${turn}. ${counts}\
.`;set(this.picture,{role:this.playable||this.paintable?"group":"img","aria-label":text})}partOf(target){let group=target instanceof
Element?target.closest("[data-part]"):null;return group?Number(group.getAttribute("data-part")):null}choose(part){this.paintable&&
part!==null&&this.dispatchEvent(new CustomEvent("joute-part",{bubbles:!0,detail:{part}}));let move=part===null?null:this.
shown?.moves?.[part];this.playable&&move&&this.send(move)}send(move){this.dispatchEvent(new CustomEvent("joute-move",{bubbles:!0,
detail:{move}}))}rove(part){part===null||!(this.playable||this.paintable)||(this.parts[this.focused]?.setAttribute("tabi\
ndex","-1"),this.focused=part,this.parts[part].setAttribute("tabindex","0"))}key(event){if(!(this.playable||this.paintable)||
this.partOf(event.target)===null)return;let steps={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]};if(event.
key in steps){let next=nearest(this.parts.map((_,part)=>this.at(part)),this.focused,steps[event.key]);next!==null&&this.
parts[next].focus()}else if(event.key==="Enter"||event.key===" ")this.choose(this.partOf(event.target));else return;event.
preventDefault(),event.stopPropagation()}};customElements.define("joute-board",JouteBoard);var WIDTH=600,HEIGHT=110,Graph=class{constructor(replay,language,pick){this.replay=replay,this.steps=Math.max(1,replay.plies),
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
this.next]),this.table=html("table",{class:"jr-summary"});let label=say(language,"review-title");this.summary=html("div",
{class:"more jr-more","data-more":!0},[html("button",{type:"button",class:"jr-sums","data-more-button":!0,"aria-expanded":"\
false","aria-label":label,title:label},["?!"]),html("div",{class:"choices"},[this.table])]),this.update()}arrow(name,path,act){
let label=say(this.language,`review-${name}`),picture=svg("svg",{viewBox:"0 0 24 24","aria-hidden":"true"},[svg("path",{
d:path})]),button=html("button",{type:"button",class:`jr-button jr-${name}`,"aria-label":label,title:label},[picture]);return button.
addEventListener("click",act),button}update(){this.graph.draw();let{replay,language}=this,review=replay.data.review,hasMistakes=replay.
mistakes().length>0;if(set(this.previous,{disabled:!hasMistakes}),set(this.next,{disabled:!hasMistakes}),!review)return;
let mark=side=>html("span",{class:`jr-mark jr-side-${side}`,"aria-hidden":"true"}),players=replay.data.players.map((name,side)=>html(
"th",{scope:"col",title:name},[mark(side)," ",name])),row=(head,cells)=>html("tr",{},[html("th",{scope:"row"},head),...cells.
map(cell=>html("td",{},[String(cell)]))]);this.table.replaceChildren(html("caption",{},[say(language,"review-title")]),html(
"thead",{},[html("tr",{},[html("td"),...players])]),html("tbody",{},[...SIGNS.map(([kind],index)=>row([markOf(kind),say(
language,`review-${COUNTS[index]}`)],review.summary.map(one=>one[COUNTS[index]]))),row([say(language,"review-average-los\
s")],review.summary.map(one=>numberText(language,one.average_loss)))]))}sentence(ply){let{replay,language}=this,value=replay.
data.review?.values[ply],note=replay.note(ply),lead=value===void 0?"":leadText(replay,language,value);return note?`${noteText(
replay,language,note)}. ${lead}`:lead}show(ply,isBetter){let{replay,language}=this,note=replay.note(ply);this.graph.show(
ply,this.sentence(ply)),this.verdict.replaceChildren(...note?[markOf(note.kind),noteText(replay,language,note)]:[this.sentence(
ply)]),this.verdict.className=`jr-verdict${note?` jr-${note.kind}`:""}`;let line=note?.line.split(" ").map(move=>moveText(
language,move)).join(" ")??"";this.line.textContent=note&&line.includes(" ")?say(language,"review-expected",{line}):"",this.
better.hidden=!note,set(this.better,{"aria-pressed":String(isBetter)})}};var SPEEDS=[.5,1,2,4,8,16],ICONS={first:"M6 5h2.5v14H6zM19 5v14l-9.5-7z",previous:"M16 5v14l-9.5-7z",play:"M8 5v14l11-7z",
pause:"M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",next:"M8 5l9.5 7L8 19z",last:"M15.5 5H18v14h-2.5zM5 5l9.5 7L5 19z",lead:"M4 17\
l5-6 4 3 7-9v4l-7 9-4-3-3.5 4.2z",fault:"M12 3l10 18H2zM11 10v5h2v-5zM11 17v2h2v-2z"};function timeText(time){if(time<1e4)
return`${(time/1e3).toFixed(time<1e3?2:1)} s`;let seconds=Math.round(time/1e3);return`${Math.floor(seconds/60)}:${String(
seconds%60).padStart(2,"0")}`}var JouteReplay=class extends HTMLElement{constructor(){super(),this.shown=null,this.at=0,
this.timer=void 0,this.board=new JouteBoard,this.graph=null,this.reviewView=null,this.isBetter=!1,this.cards=[],this.moveButtons=
[],this.range=html("input",{type:"range",class:"jr-range",min:0,step:1}),this.speed=html("select",{class:"jr-speed"}),this.
playButton=html("button",{type:"button"}),this.counter=html("output",{class:"jr-counter"}),this.log=html("pre",{class:"j\
r-log",tabindex:0}),this.tools=null,this.heard=event=>this.hear(event)}connectedCallback(){document.addEventListener("ke\
ydown",this.heard)}disconnectedCallback(){document.removeEventListener("keydown",this.heard),this.pause()}get replay(){return this.
shown}set replay(replay){this.pause(),this.shown=replay,this.at=0,replay&&this.build(replay)}get review(){return this.shown?.
data.review}set review(review){let replay=this.shown;replay&&(replay.data.review=review,this.reviewView&&review?(this.reviewView.
update(),this.signMoves(replay),this.reviewView.show(this.at,this.isBetter)):this.rebuild(replay))}rebuild(replay){let active=document.
activeElement,isInside=this.contains(active);this.build(replay),this.showState(this.timer===void 0?"play":"pause"),isInside&&
active instanceof HTMLElement&&(this.contains(active)?active:this.range).focus()}get ply(){return this.at}set ply(ply){this.
go(ply)}build(replay){this.classList.add("joute-replay"),this.tools??=this.querySelector("[data-tools]"),this.dataset.style=
replay.layout.style;let language=languageOf(this);this.cards=replay.data.players.map((name,side)=>this.card(replay,name,
side)),this.graph=new Graph(replay,language,ply=>this.go(ply)),this.reviewView=replay.data.review?new ReviewView(replay,
language,{go:ply=>this.go(ply),jump:back=>this.jump(replay.mistakes(),back),better:()=>this.toggleBetter()}):null,this.classList.
toggle("jr-reviewed",this.reviewView!==null),this.moveButtons=replay.moves.map((move,index)=>this.moveButton(replay,move,
index+1)),this.signMoves(replay);let moves=html("ol",{class:"jr-moves","aria-label":say(language,"replay-moves")},this.moveButtons.
map(button=>html("li",{},[button]))),hasLogs=(replay.data.logs??[]).length>0;set(this.log,{"aria-label":say(language,"re\
play-log")});let review=this.reviewView,panel=html("div",{class:"jr-panel"},[html("p",{class:"jr-result"},[this.resultText(
replay)]),...replay.data.ending?.fault?[html("p",{class:"jr-evidence"},[replay.data.ending.fault.evidence])]:[],html("di\
v",{class:"jr-graphs"},[this.graph.picture,...review?[review.graph.picture]:[]]),...review?[review.note]:[],...this.tools?
[this.tools]:[],...review?[review.summary]:[],moves,...hasLogs?[html("p",{class:"jr-title"},[say(language,"replay-log")]),
this.log]:[]]),[bottom,top]=this.hasAttribute("flipped")?[1,0]:[0,1],stage=html("div",{class:"jr-stage"},[this.cards[top],
this.board,this.cards[bottom]]);this.replaceChildren(html("div",{class:"jr-left","data-stage":!0},[stage,this.bar(replay)]),
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
name))}hear(event){if(event.defaultPrevented)return;let target=event.target instanceof Element?event.target:document.body,
isElsewhere=!this.contains(target)&&target.matches("input, textarea, select, [contenteditable], [role=slider]"),dialog=document.
querySelector("dialog[open]");!isElsewhere&&this.checkVisibility()&&(!dialog||dialog.contains(this))&&this.key(event)}key(event){
let replay=this.shown,target=event.target;if(!replay||target instanceof HTMLSelectElement||event.altKey||event.ctrlKey||
event.metaKey)return;let isButton=target instanceof HTMLButtonElement||target instanceof HTMLAnchorElement,acts={ArrowLeft:()=>this.
go(this.at-1),ArrowRight:()=>this.go(this.at+1),Home:()=>this.go(0),End:()=>this.go(replay.plies),l:()=>this.jump(replay.
leadChanges()),f:()=>this.jump(replay.faults()),m:()=>this.jump(replay.mistakes(),event.shiftKey),b:()=>this.toggleBetter()};
isButton||(acts[" "]=()=>this.toggle());let act=acts[event.key.length===1?event.key.toLowerCase():event.key];act&&(act(),
event.preventDefault())}};customElements.define("joute-replay",JouteReplay);var bundleOnce;function bundle(){return bundleOnce??=unpackBundle(document.getElementById("replays")?.textContent??""),bundleOnce}
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
