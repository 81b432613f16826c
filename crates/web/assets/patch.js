// Puts new markup in the place of old without touching what is the same, so that nothing jumps and the focus stays.

/**
 * Makes the content of an element that of some markup from the server.
 * @param {Element} element
 * @param {string} markup
 */
export function patch(element, markup) {
  const wanted = document.createElement('template');
  wanted.innerHTML = markup;
  follow(element, wanted.content);
}

/** What tells rows apart that may come and go. @param {Node | null} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute('data-key') : null);

/**
 * Makes the children of a node those of another.
 * @param {Node} node
 * @param {Node} wanted
 */
function follow(node, wanted) {
  let at = node.firstChild;
  for (const next of [...wanted.childNodes]) {
    const key = keyOf(next);
    // A row that was there moves to its new place as it is.
    const known = key ? [...node.childNodes].find((child) => keyOf(child) === key) : null;
    if (known && known !== at) {
      node.insertBefore(known, at);
      at = known;
    }
    if (at && isAlike(at, next)) {
      become(at, next);
      at = at.nextSibling;
    } else {
      node.insertBefore(next, at);
    }
  }
  while (at) {
    const after = at.nextSibling;
    at.remove();
    at = after;
  }
}

/**
 * Whether one node can become the other.
 * @param {ChildNode} one
 * @param {ChildNode} other
 */
const isAlike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/**
 * @param {ChildNode} node
 * @param {ChildNode} wanted
 */
function become(node, wanted) {
  if (node.isEqualNode(wanted)) return;
  if (node instanceof Element && wanted instanceof Element) {
    for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name)) node.removeAttribute(name);
    for (const { name, value } of wanted.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
    follow(node, wanted);
  } else if (node.nodeValue !== wanted.nodeValue) {
    node.nodeValue = wanted.nodeValue;
  }
}
