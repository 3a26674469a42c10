import type { MarkedTexts, TextOrigin, TextPlace } from './marked-texts.ts';

const [start, end, zero] = ['\uFDD0', '\uFDD1', 0xfdd2];

/** A part of a text node and its origin. */
export interface TextSpan {
  from: number;
  to: number;
  origin: TextOrigin | undefined;
}

/** The origins of the text nodes of a page. */
export type TextMap = ReadonlyMap<Text, readonly TextSpan[]>;

/** Finds the origins of all texts by comparing the page with its marked copy. */
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

/** Groups the elements of a page by block number, header, footer and rest. */
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

/** Lists the text nodes of an element that visitors can read. */
export function textNodesIn(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      node instanceof Text
        ? NodeFilter.FILTER_ACCEPT
        : (node as Element).matches(unseen) // an element, because of `whatToShow`
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_SKIP,
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text); // filtered above
  return nodes;
}

interface MarkedText {
  text: string;
  /** The index of the origin of each UTF-16 code unit; -1 if it has none. */
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

/** Finds the text nodes in a marked text. Returns the origin of each of their code units. */
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
  /** The fallback for texts without another origin. */
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

/** Finds the origin of a text without marks, if only one text of its block matches. */
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
