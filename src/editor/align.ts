import type { MarkedTexts, TextOrigin, TextPlace } from './marked-texts.ts';

const [startMark, endMark, zeroDigit] = ['\uFDD0', '\uFDD1', 0xfdd2];

/** A part of a text node, and its origin in a file. */
export interface TextSpan {
  from: number;
  to: number;
  origin: TextOrigin | undefined;
}

/** The text nodes of a page, each with its parts and their origins. */
export type TextMap = ReadonlyMap<Text, readonly TextSpan[]>;

/** Finds the origin of each text on a page by comparing the page with its marked copy. */
export function alignTexts(page: Document, { html, origins, texts, blocks }: MarkedTexts): TextMap {
  const textMap = new Map<Text, readonly TextSpan[]>();
  const markedRegions = groupByRegion(new DOMParser().parseFromString(html, 'text/html'));
  for (const [name, elements] of groupByRegion(page)) {
    const nodes = elements.flatMap((element) => listTextNodes(element));
    const markedText = parseMarks(
      (markedRegions.get(name) ?? []).flatMap((element) => listTextNodes(element)),
    );
    const places = texts[Number(name)] ?? [];
    const { file, path } = blocks[Number(name)] ?? {};
    const block: TextOrigin = { why: 'built-in', ...(file !== undefined && path && { file, path }) };
    for (const [node, ids] of matchNodes(nodes, markedText))
      textMap.set(node, toSpans(node, ids, { origins, places, block }));
  }
  return textMap;
}

/** Groups the elements of a page by region: a block number, `header`, `footer` or `rest`. */
function groupByRegion(page: Document): Map<string, Element[]> {
  const main = page.querySelector('main');
  const regions = new Map<string, Element[]>();
  const addElement = (name: string, element: Element) =>
    regions.set(name, [...(regions.get(name) ?? []), element]);
  let name = 'header';
  let blockNumber = 0;
  for (const element of page.body.children) {
    if (element.id === 'announcer') break;
    if (element !== main) addElement(name, element);
    else {
      name = 'footer';
      for (const child of main.children)
        addElement(child.hasAttribute('data-block') ? String(blockNumber++) : 'rest', child);
    }
  }
  return regions;
}

const hiddenElements =
  'script,style,template,noscript,pagewright-fault,pagewright-editor,[data-pagewright-copy]';

/** Lists the text nodes in an element, without text that is hidden from visitors. */
export function listTextNodes(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      node instanceof Text
        ? NodeFilter.FILTER_ACCEPT
        : (node as Element).matches(hiddenElements) // `whatToShow` allows only text and elements
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_SKIP,
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text); // filtered above
  return nodes;
}

interface MarkedText {
  text: string;
  /** The origin index of each UTF-16 code unit, or -1 if it has none. */
  ids: number[];
}

function parseMarks(nodes: readonly Text[]): MarkedText {
  const ids: number[] = [];
  let text = '';
  let id = -1;
  let digits: string | undefined;
  for (const { data } of nodes)
    for (const character of data) {
      if (digits !== undefined && character !== startMark)
        digits += ((character.codePointAt(0) ?? zeroDigit) - zeroDigit).toString(16);
      else if (digits !== undefined) {
        id = Number.parseInt(digits, 16);
        digits = undefined;
      } else if (character === startMark) digits = '';
      else if (character === endMark) id = -1;
      else {
        text += character;
        for (let index = 0; index < character.length; index++) ids.push(id);
      }
    }
  return { text, ids };
}

/** Finds text nodes in the marked text. Returns each node with the origin index of each code unit. */
function matchNodes(nodes: readonly Text[], { text, ids }: MarkedText): [Text, readonly number[]][] {
  const fullText = nodes.map(({ data }) => data).join('');
  let cursor = 0;
  return nodes.map((node) => {
    const { data } = node;
    if (fullText === text) {
      cursor += data.length;
      return [node, ids.slice(cursor - data.length, cursor)];
    }
    const searchText = data.trim();
    const next = text.indexOf(searchText, cursor);
    const isNearCursor = next !== -1 && next - cursor < 20 + 20 * searchText.length;
    const isUnique = text.indexOf(searchText) === text.lastIndexOf(searchText);
    const match = isNearCursor ? next : isUnique ? text.indexOf(searchText) : -1;
    if (searchText === '' || match === -1) return [node, []];
    if (isNearCursor) cursor = next + searchText.length;
    const leadingLength = data.indexOf(searchText);
    const createEmptyIds = (length: number) => Array.from({ length }, () => -1);
    return [
      node,
      [
        ...createEmptyIds(leadingLength),
        ...ids.slice(match, match + searchText.length),
        ...createEmptyIds(data.length - leadingLength - searchText.length),
      ],
    ];
  });
}

interface OriginCandidates {
  origins: readonly TextOrigin[];
  places: readonly TextPlace[];
  /** The block itself, used if no more precise origin is found. */
  block: TextOrigin;
}

function toSpans(
  { data }: Text,
  ids: readonly number[],
  { origins, places, block }: OriginCandidates,
): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let from = 0, to = 1; to <= data.length; to++) {
    if (to < data.length && ids[to] === ids[from]) continue;
    const text = data.slice(from, to).trim();
    const origin =
      text === '' ? undefined : (origins[ids[from] ?? -1] ?? findOriginByText(text, places) ?? block);
    spans.push({ from, to, origin });
    from = to;
  }
  return spans;
}

/** Finds the origin of unmarked text. Returns `undefined` unless exactly one text in the block's file data matches. */
function findOriginByText(text: string, places: readonly TextPlace[]): TextPlace | undefined {
  const findOnly = (matches: (source: string) => boolean): TextPlace | undefined => {
    const [found, ...others] = places.filter(({ source }) => matches(source));
    return others.length === 0 ? found : undefined;
  };
  const digits = text.replaceAll(/\D/g, '');
  return (
    findOnly((source) => source === text) ??
    (text.length > 2 ? findOnly((source) => source.includes(text)) : undefined) ??
    (digits === '' ? undefined : findOnly((source) => source.replaceAll(/\D/g, '') === digits)) ??
    findOnly((source) => source.length > 3 && text.includes(source))
  );
}
