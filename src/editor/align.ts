import type { MarkedTexts, TextOrigin, TextPlace } from './marked-texts.ts';

const [start, end, zero] = ['\uFDD0', '\uFDD1', 0xfdd2];

/** A part of a text node, and where it comes from. */
export interface TextSpan {
  from: number;
  to: number;
  origin: TextOrigin | undefined;
}

/** The origins of the text nodes of a page. */
export type TextMap = ReadonlyMap<Text, readonly TextSpan[]>;

/** Compares a page with its marked twin, and returns where each text of it comes from. */
export function alignTexts(page: Document, { html, origins, texts, blocks }: MarkedTexts): TextMap {
  const map = new Map<Text, readonly TextSpan[]>();
  const twins = regionsOf(new DOMParser().parseFromString(html, 'text/html'));
  for (const [name, elements] of regionsOf(page)) {
    const nodes = elements.flatMap((element) => textNodesIn(element));
    const twin = marksIn((twins.get(name) ?? []).flatMap((element) => textNodesIn(element)));
    const places = texts[Number(name)] ?? [];
    const { file, path } = blocks[Number(name)] ?? {};
    const block: TextOrigin = { why: 'built-in', ...(file !== undefined && path && { file, path }) };
    for (const [node, ids] of matched(nodes, twin))
      map.set(node, spansOf(node, ids, { origins, places, block }));
  }
  return map;
}

/** The blocks of a page by their number, and what is around them. */
function regionsOf(page: Document): Map<string, Element[]> {
  const main = page.querySelector('main');
  const regions = new Map<string, Element[]>();
  const add = (name: string, element: Element) => regions.set(name, [...(regions.get(name) ?? []), element]);
  let name = 'header';
  let number = 0;
  for (const element of page.body.children) {
    if (element.id === 'announcer') break;
    if (element !== main) add(name, element);
    else {
      name = 'footer';
      for (const part of main.children)
        add(part.hasAttribute('data-block') ? String(number++) : 'rest', part);
    }
  }
  return regions;
}

const unseen = 'script,style,template,noscript,pagewright-fault,pagewright-editor,[data-pagewright-copy]';

/** The text nodes of an element that visitors can read. */
export function textNodesIn(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      node instanceof Text
        ? NodeFilter.FILTER_ACCEPT
        : (node as Element).matches(unseen) // the filter only passes elements and texts
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_SKIP,
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text); // as filtered
  return nodes;
}

interface MarkedText {
  text: string;
  /** The number of the origin of each character; -1 if it has none. */
  ids: number[];
}

function marksIn(nodes: readonly Text[]): MarkedText {
  const ids: number[] = [];
  let text = '';
  let id = -1;
  let digits: string | undefined;
  for (const { data } of nodes)
    for (const sign of data) {
      if (digits !== undefined && sign !== start)
        digits += ((sign.codePointAt(0) ?? zero) - zero).toString(16);
      else if (digits !== undefined) {
        id = Number.parseInt(digits, 16);
        digits = undefined;
      } else if (sign === start) digits = '';
      else if (sign === end) id = -1;
      else {
        text += sign;
        for (let at = 0; at < sign.length; at++) ids.push(id);
      }
    }
  return { text, ids };
}

/** Finds the characters of text nodes in a marked text. */
function matched(nodes: readonly Text[], { text, ids }: MarkedText): [Text, readonly number[]][] {
  const whole = nodes.map(({ data }) => data).join('');
  let cursor = 0;
  return nodes.map((node) => {
    const { data } = node;
    if (whole === text) {
      cursor += data.length;
      return [node, ids.slice(cursor - data.length, cursor)];
    }
    const wanted = data.trim();
    const next = text.indexOf(wanted, cursor);
    const isNear = next !== -1 && next - cursor < 20 + 20 * wanted.length;
    const isOnly = text.indexOf(wanted) === text.lastIndexOf(wanted);
    const found = isNear ? next : isOnly ? text.indexOf(wanted) : -1;
    if (wanted === '' || found === -1) return [node, []];
    if (isNear) cursor = next + wanted.length;
    const before = data.indexOf(wanted);
    const none = (length: number) => Array.from({ length }, () => -1);
    return [
      node,
      [
        ...none(before),
        ...ids.slice(found, found + wanted.length),
        ...none(data.length - before - wanted.length),
      ],
    ];
  });
}

interface Candidates {
  origins: readonly TextOrigin[];
  places: readonly TextPlace[];
  /** For what has no other origin. */
  block: TextOrigin;
}

function spansOf({ data }: Text, ids: readonly number[], { origins, places, block }: Candidates): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let from = 0, to = 1; to <= data.length; to++) {
    if (to < data.length && ids[to] === ids[from]) continue;
    const text = data.slice(from, to).trim();
    const origin = text === '' ? undefined : (origins[ids[from] ?? -1] ?? byValue(text, places) ?? block);
    spans.push({ from, to, origin });
    from = to;
  }
  return spans;
}

/** The only text of the block in its file that a text without a mark can come from. */
function byValue(text: string, places: readonly TextPlace[]): TextPlace | undefined {
  const only = (fits: (source: string) => boolean): TextPlace | undefined => {
    const [found, ...others] = places.filter(({ source }) => fits(source));
    return others.length === 0 ? found : undefined;
  };
  const digits = text.replaceAll(/\D/g, '');
  return (
    only((source) => source === text) ??
    (text.length > 2 ? only((source) => source.includes(text)) : undefined) ??
    (digits === '' ? undefined : only((source) => source.replaceAll(/\D/g, '') === digits)) ??
    only((source) => source.length > 3 && text.includes(source))
  );
}
