import { listLanguageFallbacks, isRightToLeft } from '../base/languages.ts';
import { memoize } from '../base/cache.ts';
import { isBareUrlLink, toVisibleText } from './plain-text.ts';
import type { Inline, TextPart } from './tree.ts';

/** The outer and inner quotation marks of a language. */
type Quotes = readonly [open: string, close: string, innerOpen: string, innerClose: string];

const noBreak = '\u00A0';
const englishQuotes: Quotes = ['“', '”', '‘', '’'];
const quotes: Readonly<Record<string, Quotes>> = {
  en: englishQuotes,
  de: ['„', '“', '‚', '‘'],
  fr: [`«${noBreak}`, `${noBreak}»`, '“', '”'],
  es: ['«', '»', '“', '”'],
  it: ['«', '»', '“', '”'],
  nl: englishQuotes,
  pt: englishQuotes,
  'pt-PT': ['«', '»', '“', '”'],
  pl: ['„', '”', '«', '»'],
};

const measurementUnits =
  '%|‰|°[CF]?|€|£|\\$|zł|kg|g|mg|t|km|m|cm|mm|nm|km/h|m/s|kn|kW|kWh|MW|MWh|W|V|A|Hz|kHz|MHz|GHz|' +
  'kB|MB|GB|TB|l|ml|hl|ha|km²|m²|m³|h|min|s|ms|dB|px|hPa|bar|Nm';
// Matches a hyphen that is a minus sign. Excludes hyphens in ranges such as `10 -12`.
const minus = /(?<=^|(?<!\d)[\s(\u00A0])-(?=\d)/g;
const unit = new RegExp(`(?<=\\d) (?=(?:${measurementUnits})(?![\\p{L}\\p{N}\\p{M}]))`, 'gu');
/** Matches the hyphen in `8:00-17:00` and `1890-1918`. */
const rangeHyphen =
  /(?<=(?<![\d:.,/-])\d{1,2}[:.]\d{2})-(?=\d{1,2}[:.]\d{2}(?![.,:/-]?\d))|(?<=(?<![\p{L}\d:.,/-])[12]\d{3})-(?=[12]\d{3}(?![\p{L}\d]|[.,:/-]\d))/gu;
/**
 * Returns a pattern for the space in amounts such as `50 minutes` or `8.2 million`, with the unit names in a language.
 */
const getAmountSpacePattern = memoize(20, (language) => {
  const listUnitNames = (type: string, unit: Intl.NumberFormatOptions, numbers: readonly number[]) =>
    numbers.flatMap((number) =>
      new Intl.NumberFormat(language, unit)
        .formatToParts(number)
        .flatMap((part) => (part.type === type ? [part.value.replaceAll('.', String.raw`\.`)] : [])),
    );
  const times = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'].flatMap((unit) =>
    listUnitNames('unit', { style: 'unit', unit, unitDisplay: 'long' }, [1, 2, 5]),
  );
  const multiples = (['long', 'short'] as const).flatMap((compactDisplay) =>
    listUnitNames('compact', { notation: 'compact', compactDisplay }, [1e6, 2e6, 5e6, 1e9, 2e9, 5e9]),
  );
  // In German, some unit names can have an additional `n` at the end.
  return new RegExp(
    `(?<=(?<!\\d)\\d{1,3}) (?=(?:${[...new Set([...times, ...multiples])].join('|')})n?(?![\\p{L}\\p{N}\\p{M}]))`,
    'gu',
  );
});
/** Matches a short word between two numbers in any language: `70 of 71`, `1 in 9`. */
const numbersWithShortWord = /(?<![\p{L}\p{N}]|\d[.,])(\d{1,4}) (\p{Ll}{1,3}) (\d{1,4})(?!\p{N}|[.,]\d)/gu;
const abbreviation =
  /(?<![\p{L}\p{N}\p{M}])(\p{L}\.) (?=\p{L}\.)|(?<![\p{L}\p{N}\p{M}])((?:Nr|Dr|Prof|Abs|Art|Kap)\.) (?=[\p{Lu}\d])/gu;
const spacingByLanguage: Readonly<Record<string, (text: string) => string>> = {
  de: (text) => text.replaceAll(abbreviation, `$1$2${noBreak}`),
  fr: (text) => text.replaceAll(/ (?=[;:!?»])|(?<=«) /g, noBreak),
  // In Polish, no line may end with a one-letter word.
  pl: (text) => text.replaceAll(/(?<![\p{L}\p{N}\p{M}])([aiouwzAIOUWZ]) (?=\S)/gu, `$1${noBreak}`),
};

// Matches a telephone number. In right-to-left text, its groups of digits would be shown in reverse order.
const phoneNumber = /(?<![\p{L}\p{N}])(?:\+|\(?0)\d[\d \u00A0()/-]{4,}\d(?![\p{L}\p{N}])/gu;

// Matches a character that can come before an opening quotation mark.
const openingQuotePredecessor = /[\s([{\u00A0—–/«„“‚‘-]/;
const letter = /[\p{L}\p{N}\p{M}]/u;

/** Returns the value for a language, or for its first fallback that has a value. */
function findForLanguage<Value>(table: Readonly<Record<string, Value>>, language: string): Value | undefined {
  const tag = listLanguageFallbacks(language).find((candidate) => Object.hasOwn(table, candidate));
  return tag === undefined ? undefined : table[tag];
}
const getQuotes = memoize(50, (language) => findForLanguage(quotes, language) ?? englishQuotes);

/**
 * Applies typography: quotation marks, apostrophes, dashes and non-breaking spaces. Each paragraph needs its own
 * instance, which tracks quotations that span several inline nodes.
 */
class Typesetter {
  readonly #language: string;
  readonly #quotes: Quotes;
  #previousCharacter = ' ';
  #openQuotes: ('"' | "'")[] = [];

  constructor(language: string) {
    this.#language = language;
    this.#quotes = getQuotes(language);
  }

  /**
   * Returns the outer quotation marks, for text that is a quotation as a whole. Later calls of `set` treat their text
   * as quoted.
   */
  quotation(): readonly [open: string, close: string] {
    this.#openQuotes.push('"');
    return [this.#quotes[0], this.#quotes[1]];
  }

  /** Records that a node without typography, such as code, precedes the next text. */
  skip(): void {
    this.#previousCharacter = 'x';
  }

  /** Applies typography to a text. `following` is the text after it, in which a quotation may end. */
  set(text: string, following = ''): string {
    const dashed = text
      .replaceAll(phoneNumber, (number) => number.replaceAll(' ', noBreak))
      .replaceAll(/ -{1,2} /g, `${noBreak}– `)
      .replaceAll(' --- ', `${noBreak}— `)
      .replaceAll(/(?<=[\p{L}\p{N}\p{M}])-{2,3}(?=[\p{L}\p{N}\p{M}])/gu, '—')
      .replaceAll(rangeHyphen, '–')
      .replaceAll(minus, (character, index: number) =>
        index > 0 || openingQuotePredecessor.test(this.#previousCharacter) ? '−' : character,
      )
      .replaceAll(unit, noBreak)
      .replaceAll(numbersWithShortWord, `$1${noBreak}$2${noBreak}$3`)
      .replaceAll(getAmountSpacePattern(this.#language), noBreak);
    const spaced = findForLanguage(spacingByLanguage, this.#language)?.(dashed) ?? dashed;
    const ordered = isRightToLeft(this.#language) ? spaced.replaceAll(phoneNumber, '\u2066$&\u2069') : spaced;
    const fullText = ordered + following;
    let typesetText = '';
    for (let index = 0; index < ordered.length; index++) {
      const character = ordered[index] ?? '';
      typesetText +=
        character === '"'
          ? this.#replaceDouble(ordered[index + 1])
          : character === "'"
            ? this.#replaceSingle(fullText, index)
            : character;
      this.#previousCharacter = character;
    }
    return typesetText;
  }

  #replaceDouble(nextCharacter: string | undefined): string {
    const [open, close, innerOpen, innerClose] = this.#quotes;
    const isInner = this.#openQuotes.includes('"');
    if (openingQuotePredecessor.test(this.#previousCharacter) && nextCharacter !== ' ') {
      this.#openQuotes.push('"');
      return isInner ? innerOpen : open;
    }
    // Without an open quotation, the mark is an inch mark or has no opening mark. It stays unchanged.
    if (!isInner) return '"';
    this.#openQuotes.splice(this.#openQuotes.lastIndexOf('"'));
    return this.#openQuotes.includes('"') ? innerClose : close;
  }

  #replaceSingle(text: string, index: number): string {
    const [, , open, close] = this.#quotes;
    const nextCharacter = text[index + 1] ?? '';
    const isNested = this.#previousCharacter === '"' && this.#openQuotes.at(-1) === '"';
    const isOpening =
      (isNested || openingQuotePredecessor.test(this.#previousCharacter)) &&
      letter.test(nextCharacter) &&
      !/\d/.test(nextCharacter);
    // Search only 1,000 characters: in text with many apostrophes, searching to the end would take minutes.
    if (isOpening && /^.{0,1000}?'(?![\p{L}\p{N}\p{M}])/su.test(text.slice(index + 1))) {
      this.#openQuotes.push("'");
      return open;
    }
    if (!letter.test(nextCharacter) && this.#openQuotes.at(-1) === "'") {
      this.#openQuotes.pop();
      return close;
    }
    return letter.test(this.#previousCharacter) || letter.test(nextCharacter) ? '’' : "'";
  }
}

const commonPattern = /["']|(?:^|[\s(])-\d| -{1,3} |[\p{L}\p{N}\p{M}]--|\d-\d|\d [%‰°€£$\p{L}\d]/u;
// Most texts contain none of these characters, so this quick test runs before `commonPattern`.
const quickTestPattern = /["'\d-]/;
const patternsByLanguage: Readonly<Record<string, RegExp>> = {
  de: /\p{L}\. [\p{L}\d]/u,
  fr: / [;:!?»]|« /,
  pl: /(?:^|[^\p{L}\p{M}])[aiouwz] /iu,
};

/** Returns whether typography might change a text. For most texts, it does not. */
const needsTypography = (text: string, language: string): boolean =>
  (quickTestPattern.test(text) && commonPattern.test(text)) ||
  (findForLanguage(patternsByLanguage, language)?.test(text) ?? false) ||
  (/\d{2}/.test(text) && isRightToLeft(language));

/** Returns plain text with the typography of a language. */
export const applyTypography = (text: string, language: string): string =>
  needsTypography(text, language) ? new Typesetter(language).set(text) : text;

/** Returns inline text with the typography of a language. Code stays unchanged. */
export function typesetInline(text: readonly Inline[], language: string, isQuotation = false): Inline[] {
  const typesetter = new Typesetter(language);
  if (!isQuotation) return typesetNodes(text, typesetter);
  const [open, close] = typesetter.quotation();
  return mergeAdjacentTexts([open, ...typesetNodes(text, typesetter), close]);
}

/** Like `typesetInline`, but for the blocks of a long text. */
export const typesetBlocks = (
  parts: readonly TextPart[],
  language: string,
  addLinks: (text: readonly Inline[]) => readonly Inline[] = (text) => text,
): TextPart[] =>
  parts.map((part): TextPart => {
    const typeset = (text: readonly Inline[]) => typesetInline(addLinks(text), language);
    const typesetAll = (texts: readonly TextPart[][]) =>
      texts.map((blocks) => typesetBlocks(blocks, language, addLinks));
    if ('paragraph' in part) return { paragraph: typeset(part.paragraph) };
    if ('subheading' in part) return { ...part, subheading: typesetInline(part.subheading, language) };
    if ('list' in part) return { ...part, list: typesetAll(part.list) };
    if ('quote' in part) return { quote: typesetBlocks(part.quote, language, addLinks) };
    if ('alert' in part) return { ...part, parts: typesetBlocks(part.parts, language, addLinks) };
    if ('footnotes' in part) return { ...part, footnotes: typesetAll(part.footnotes) };
    if ('picture' in part)
      return part.caption === undefined
        ? part
        : { ...part, caption: applyTypography(part.caption, language) };
    if ('table' in part) return { ...part, table: part.table.map((row) => row.map(typeset)) };
    return part;
  });

/** Returns whether typography might change any part of a text. */
export function hasUntypesetText(text: unknown, language: string): boolean {
  if (typeof text === 'string') return needsTypography(text, language);
  if (typeof text !== 'object' || text === null) return false;
  // Each string can be tested separately, because typography only changes strings that pass `needsTypography`
  // themselves.
  if (Array.isArray(text)) return text.some((part) => hasUntypesetText(part, language));
  for (const name in text) if (hasUntypesetText(text[name as keyof typeof text], language)) return true;
  return false;
}

const typesetNodes = (nodes: readonly Inline[], typesetter: Typesetter, textAfter = ''): Inline[] =>
  nodes.map((node, index): Inline => {
    const following = toVisibleText(nodes.slice(index + 1, index + 10)) + textAfter;
    const typesetInner = (innerNodes: readonly Inline[]) => typesetNodes(innerNodes, typesetter, following);
    if (typeof node === 'string') return typesetter.set(node, following);
    if ('strong' in node) return { strong: typesetInner(node.strong) };
    if ('emphasis' in node) return { emphasis: typesetInner(node.emphasis) };
    if ('struck' in node) return { struck: typesetInner(node.struck) };
    if ('link' in node) return isBareUrlLink(node) ? node : { ...node, link: typesetInner(node.link) };
    if ('code' in node) typesetter.skip();
    return node;
  });

/** Returns inline nodes with adjacent strings merged. */
function mergeAdjacentTexts(nodes: readonly Inline[]): Inline[] {
  const mergedNodes: Inline[] = [];
  for (const node of nodes) {
    const lastNode = mergedNodes.at(-1);
    if (typeof node === 'string' && typeof lastNode === 'string')
      mergedNodes[mergedNodes.length - 1] = lastNode + node;
    else mergedNodes.push(node);
  }
  return mergedNodes;
}
