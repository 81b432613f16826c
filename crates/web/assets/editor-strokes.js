// Strokes on a board: a mouse, a pen or a finger drags over parts, and all of them are told at once when it is lifted.

import { JouteBoard } from './board.js';

/** How far two points of a stroke may lie apart, in pixels, before those between them are looked at too. */
const STEP = 6;

/**
 * Calls `touch` for each part as a stroke reaches it, and `end` with all of them; a stroke that is given up ends with none.
 * @param {JouteBoard} board
 * @param {(part: number) => void} touch
 * @param {(parts: number[]) => void} end
 */
export function listenForStrokes(board, touch, end) {
  /** @type {{ pointer: number, x: number, y: number, parts: Set<number> } | null} */
  let stroke = null;

  /** @param {number} x @param {number} y */
  const reach = (x, y) => {
    const part = board.partOf(document.elementFromPoint(x, y));
    if (part === null || !stroke || stroke.parts.has(part) || !board.contains(document.elementFromPoint(x, y))) return;
    stroke.parts.add(part);
    touch(part);
  };

  board.addEventListener('pointerdown', (event) => {
    if (stroke || event.button !== 0 || !event.isPrimary || board.partOf(event.target) === null) return;
    stroke = { pointer: event.pointerId, x: event.clientX, y: event.clientY, parts: new Set() };
    // The part under a finger may be drawn anew while the finger is on it: the board itself listens on.
    board.setPointerCapture(event.pointerId);
    reach(event.clientX, event.clientY);
  });

  board.addEventListener('pointermove', (event) => {
    if (stroke?.pointer !== event.pointerId) return;
    const { x, y } = stroke;
    const steps = Math.max(1, Math.ceil(Math.hypot(event.clientX - x, event.clientY - y) / STEP));
    for (let step = 1; step <= steps; step++) {
      reach(x + ((event.clientX - x) * step) / steps, y + ((event.clientY - y) * step) / steps);
    }
    [stroke.x, stroke.y] = [event.clientX, event.clientY];
  });

  /** @param {PointerEvent} event @param {boolean} isWhole */
  const finish = (event, isWhole) => {
    if (stroke?.pointer !== event.pointerId) return;
    const parts = isWhole ? [...stroke.parts] : [];
    stroke = null;
    end(parts);
  };
  board.addEventListener('pointerup', (event) => finish(event, true));
  board.addEventListener('pointercancel', (event) => finish(event, false));
}
