import { parseHTML } from 'linkedom';

/** Styles have their own tests. */
const isStyling = (name: string) => name === 'class' || name === 'style';

/** Returns the elements of a document with attributes and texts, one per line, without styles and SVG paths. */
export function createOutline(html: string, selector: string): string {
  const { document } = parseHTML(html);
  return [...document.querySelectorAll(selector)].flatMap((element) => outlineNode(element)).join('\n');
}

function outlineNode(node: Node, indent = ''): string[] {
  if (node.nodeType === node.TEXT_NODE) {
    const text = node.textContent?.replaceAll('\u00A0', '_').trim();
    return text ? [indent + text] : [];
  }
  if (node.nodeType !== node.ELEMENT_NODE) return [];
  const element = node as Element; // by its type
  const name = element.localName;
  const isData = element.getAttribute('type') === 'application/ld+json';
  if (name === 'style' || name === 'path' || (name === 'script' && !isData)) return [];
  const attributes = [...element.attributes].flatMap((attribute) => {
    if (isStyling(attribute.name)) return [];
    // Hashes change with styles.
    const value = attribute.value.replaceAll('\n', '⏎').replaceAll(/'sha256-[^']+'/g, "'sha256'");
    return value === '' ? [` ${attribute.name}`] : [` ${attribute.name}=${value}`];
  });
  const childLines = [...element.childNodes].flatMap((child) => outlineNode(child, `${indent}  `));
  const tag = `${indent}<${name}${attributes.join('')}>`;
  const [onlyLine] = childLines;
  // An only text is on the same line as its element.
  return childLines.length === 1 && onlyLine && !onlyLine.trimStart().startsWith('<')
    ? [`${tag} ${onlyLine.trim()}`]
    : [tag, ...childLines];
}
