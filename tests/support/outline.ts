import { parseHTML } from 'linkedom';

/** Styles have their own tests. */
const isLook = (name: string) => name === 'class' || name === 'style';

/** Returns the elements of a document with attributes and texts, one per line, without styles and SVG paths. */
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
    // Hashes change with styles.
    const value = one.value.replaceAll('\n', '⏎').replaceAll(/'sha256-[^']+'/g, "'sha256'");
    return value === '' ? [` ${one.name}`] : [` ${one.name}=${value}`];
  });
  const inside = [...element.childNodes].flatMap((child) => linesOf(child, `${indent}  `));
  const own = `${indent}<${name}${attributes.join('')}>`;
  const [only] = inside;
  // An only text is on the same line as its element.
  return inside.length === 1 && only && !only.trimStart().startsWith('<')
    ? [`${own} ${only.trim()}`]
    : [own, ...inside];
}
