// How much a server bears: 1,000 spectators of one game, then 200 games at once played by scripts. Prints figures.
//
//     ulimit -n 8192 && JOUTE_PROGRAM=target/release/joute node tests/browser/load.js

import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Arena } from './arena.js';

const [SPECTATORS, STALLED, GAMES, PAGES] = [1000, 5, 200, 2000];
// All of it comes from one address, and without cookies.
const arena = new Arena(['--games-per-visitor', '1000', '--games-per-address', '1000', '--connections-per-address', '3000']);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** One request. @returns {Promise<{ headers: http.IncomingHttpHeaders, text: string }>} */
function ask(method, path, { body = '', cookie = '', type = 'application/json' } = {}) {
  const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body), cookie };
  return new Promise((resolve, reject) => {
    const request = http.request(arena.address + path, { method, agent, headers }, (response) => {
      let text = '';
      response.on('data', (data) => { text += data; });
      response.on('end', () => resolve({ headers: response.headers, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const cookieOf = (answer) => answer.headers['set-cookie'][0].split(';')[0];

async function begin(form) {
  const answer = await ask('POST', '/games', { body: form, type: 'application/x-www-form-urlencoded' });
  return { path: answer.headers.location, cookie: cookieOf(answer) };
}

/** Hears the frames of a game; without a listener it connects and never reads. */
function watch(path, hear) {
  return new Promise((resolve) => {
    http.get(`${arena.address}${path}/events`, { agent: false }, (response) => {
      resolve(response);
      if (!hear) {
        response.pause();
        return;
      }
      let rest = '';
      response.setEncoding('utf8').on('data', (data) => {
        const events = (rest + data).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const frame = event.match(/^data: (.*)$/m);
          if (frame) hear(JSON.parse(frame[1]));
        }
      });
    });
  });
}

/** Any legal move of a frame. */
const moveOf = (frame) => frame.board.moves.find(Boolean) ?? frame.board.buttons.find((button) => button.legal)?.move;
const say = (seat, move) => ask('POST', `${seat.path}/say`, { body: JSON.stringify({ move }), cookie: seat.cookie });

function figures(times) {
  times.sort((one, two) => one - two);
  const at = (share) => times[Math.floor((times.length - 1) * share)].toFixed(1);
  return `median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms`;
}

function memory() {
  const status = readFileSync(`/proc/${arena.child?.pid}/status`, 'utf8');
  return `${Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024)} MB`;
}

async function spectators() {
  const host = await begin('game=othello&opponent=friend&side=first&time=-');
  const page = await ask('GET', host.path, { cookie: host.cookie });
  const friend = { path: host.path, cookie: cookieOf(await ask('POST', page.text.match(/"invitation":"([^"]+)"/)[1])) };
  const [seen, said, delays] = [new Array(SPECTATORS).fill(0), new Map(), []];
  let missed = 0;
  const hear = (number) => (frame) => {
    if (frame.ply <= seen[number]) return;
    missed += frame.ply - seen[number] - 1;
    seen[number] = frame.ply;
    // A turn that the rules pass by themselves was said by nobody.
    if (said.has(frame.ply)) delays.push(performance.now() - said.get(frame.ply));
  };
  await Promise.all(Array.from({ length: SPECTATORS }, (_, number) => watch(host.path, hear(number))));
  await Promise.all(Array.from({ length: STALLED }, () => watch(host.path)));
  let now;
  await watch(host.path, (frame) => { now = frame; });
  let moves = 0;
  for (; moves < 30; moves++) {
    while (!now || said.has(now.ply + 1)) await sleep(1);
    said.set(now.ply + 1, performance.now());
    await say(now.board.turn === 0 ? host : friend, moveOf(now));
    await sleep(150);
  }
  await sleep(2000);
  const current = seen.filter((ply) => ply === now.ply).length;
  console.log(`${SPECTATORS} spectators and ${STALLED} that do not read: ${moves} moves, ${current} saw the last, ${missed} frames missed; ${figures(delays)}; ${memory()}`);
}

async function games() {
  const times = [];
  const began = performance.now();
  const play = async () => {
    const seat = await begin('game=othello&opponent=1&side=first&time=-&setup-othello=size%3D6');
    let answered = -1;
    await new Promise((resolve) => watch(seat.path, async (frame) => {
      if (frame.ending) resolve(null);
      if (frame.ending || frame.board.turn !== 0 || answered === frame.ply || !moveOf(frame)) return;
      answered = frame.ply;
      const asked = performance.now();
      await say(seat, moveOf(frame));
      times.push(performance.now() - asked);
    }));
  };
  await Promise.all(Array.from({ length: GAMES }, play));
  const seconds = (performance.now() - began) / 1000;
  console.log(`${GAMES} games at once in ${seconds.toFixed(1)} s: ${times.length} moves, ${figures(times)}; ${memory()}`);
}

async function pages() {
  const times = [];
  const began = performance.now();
  const reader = async () => {
    while (times.length < PAGES) {
      const asked = performance.now();
      await ask('GET', '/learn');
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: 40 }, reader));
  console.log(`pages: ${Math.round(times.length / (performance.now() - began) * 1000)} a second, ${figures(times)}`);
}

await arena.start();
console.log(`at the start: ${memory()}`);
await spectators();
await games();
await pages();
await arena.remove();
process.exit(0);
