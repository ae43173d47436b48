/** Making elements. Text only ever goes in as text: there is no way to pass HTML. */

/**
 * @param {string} tag
 * @param {Record<string, any>} [props] `class`, `on` (event: listener), `data` (dataset), `text`; else attributes
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "text") element.textContent = value;
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string|number>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {string} name of a symbol in the page's sprite */
export function icon(name) {
  return s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** A capital first letter. @param {string} text */
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);

/** What each child of `showEach` shows. @type {WeakMap<Element, string>} */
const shows = new WeakMap();

/**
 * One child for each item. A child that shows the same as before is not touched: exchanged between the press of a
 * finger and its release, it would lose the click, as it would lose the focus and what was chosen in it.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => Element} make of what the item says, and of nothing else
 */
export function showEach(parent, items, make) {
  const before = new Map([...parent.children].map((child) => [shows.get(child) ?? "", child]));
  const children = items.map((item) => {
    const says = JSON.stringify(item);
    const child = before.get(says) ?? make(item);
    before.delete(says); // two items may say the same
    shows.set(child, says);
    return child;
  });
  for (const child of [...parent.childNodes]) if (!children.includes(/** @type {Element} */ (child))) child.remove();
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}
