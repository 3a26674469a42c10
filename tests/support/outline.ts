import { parseHTML } from 'linkedom';

/** Returns whether an attribute only affects styles, which have separate tests. */
const isStyling = (name: string) => name === 'class' || name === 'style';

/**
 * Returns the matching elements of a document with their attributes and text, one per line. Omits styles and SVG paths.
 */
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
  const element = node as Element; // `nodeType` has been checked
  const name = element.localName;
  const isData = element.getAttribute('type') === 'application/ld+json';
  if (name === 'style' || name === 'path' || (name === 'script' && !isData)) return [];
  const attributes = [...element.attributes].flatMap((attribute) => {
    if (isStyling(attribute.name)) return [];
    // Replace hashes in the security policy, because they change with the styles.
    const value = attribute.value.replaceAll('\n', '⏎').replaceAll(/'sha256-[^']+'/g, "'sha256'");
    return value === '' ? [` ${attribute.name}`] : [` ${attribute.name}=${value}`];
  });
  const childLines = [...element.childNodes].flatMap((child) => outlineNode(child, `${indent}  `));
  const tag = `${indent}<${name}${attributes.join('')}>`;
  const [onlyLine] = childLines;
  // If an element contains only text, print both on one line.
  return childLines.length === 1 && onlyLine && !onlyLine.trimStart().startsWith('<')
    ? [`${tag} ${onlyLine.trim()}`]
    : [tag, ...childLines];
}
