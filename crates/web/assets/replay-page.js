// The replay of one stored game.

import { Film } from './film.js';
import { JouteReplay } from './replay.js';

const replay = document.querySelector('joute-replay');
if (replay instanceof JouteReplay && replay.dataset.film) {
  const response = await fetch(replay.dataset.film);
  const reel = /** @type {import('./film.js').Reel} */ (await response.json());
  replay.film = new Film(reel, reel.films[0]);
}
