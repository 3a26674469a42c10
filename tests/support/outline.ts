import { parseHTML } from 'linkedom';

/** Looks and drawings have tests of their own. */
const isLook = (name: string) => name === 'class' || name === 'style';

/** The elements of a document with their attributes and texts, a line for each, without looks and the paths of drawings. */
export function outline(html: string, selector: string): string {
  const { document } = parseHTML(html);
  return [...document.querySelectorAll(selector)].flatMap((element) => linesOf(element)).join('\n');
}

function linesOf(node: Node, indent = ''): string[] {
  if (node.nodeType === node.TEXT_NODE) {
    const text = node.textContent?.replaceAll('\u00A0', '_').trim();
    return text ? [indent + text] : [];
  }
  if (node.nodeType !== node.ELEMENT_NODE) return [];
  const element = node as Element; // by its type
  const name = element.localName;
  const isData = element.getAttribute('type') === 'application/ld+json';
  if (name === 'style' || name === 'path' || (name === 'script' && !isData)) return [];
  const attributes = [...element.attributes].flatMap((one) => {
    if (isLook(one.name)) return [];
    // Hashes follow from looks.
    const value = one.value.replaceAll('\n', '⏎').replaceAll(/'sha256-[^']+'/g, "'sha256'");
    return value === '' ? [` ${one.name}`] : [` ${one.name}=${value}`];
  });
  const inside = [...element.childNodes].flatMap((child) => linesOf(child, `${indent}  `));
  const own = `${indent}<${name}${attributes.join('')}>`;
  const [only] = inside;
  // A text alone is on the line of its element.
  return inside.length === 1 && only && !only.trimStart().startsWith('<')
    ? [`${own} ${only.trim()}`]
    : [own, ...inside];
}
