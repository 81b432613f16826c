// Small helpers to make and change SVG and HTML.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * Sets attributes; nothing and `false` take one away.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * A number from 0 to 1 that looks random but is always the same, for places that look natural.
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
export function scatter(a, b) {
  const wave = Math.sin(a * 127.1 + b * 311.7 + 74.7) * 43758.5453;
  return wave - Math.floor(wave);
}

/**
 * Whether the reader asked for less motion.
 * @returns {boolean}
 */
export function prefersStillness() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
