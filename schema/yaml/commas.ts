import { isMap, isPair, isScalar, type Node, type Pair, Scalar, type YAMLSeq } from 'yaml';
import type { Span } from '../diagnostics/edits.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics/diagnostic.ts';
import { joinNames, truncate } from '../diagnostics/wording.ts';
import { getSpan } from './keys.ts';
import { createQuoteCandidate } from './lost-text.ts';

/** Returns whether a value in brackets may continue after the next comma, as in `[Up to 1,000 users]`. */
export const mayContinueAfterComma = (value: string, text: string, end: number): boolean => {
  const [, next] = /^[ \t]*,(.?)/.exec(text.slice(end, end + 100)) ?? [];
  return next !== undefined && (/[^\s"'[\]{}]/.test(next) || findUnclosedMark(value) !== undefined);
};

/**
 * Adjacent items in brackets that may be one text, because no space follows their commas or because a quotation mark or
 * bracket is not closed.
 */
interface CommaRun extends Span {
  /** The index of the first item. */
  first: number;
  /** The index of the last item. */
  last: number;
  /**
   * `number`: a number such as `[1,200]`. `marks`: text in curly quotation marks or in brackets, such as `[“a, b”]`.
   * `tight`: other items without a space after a comma.
   */
  kind: 'number' | 'marks' | 'tight';
  rawText: string;
  /** The items, as YAML reads them. */
  parts: string[];
}

/**
 * Reports commas that probably split text in brackets: YAML reads `[Up to 1,000 users]` as two items. If items are most
 * likely a single text, replaces them with one item. `expected` is the number of items that the list must have, if
 * known.
 */
export function joinSplitTexts(
  text: string,
  list: YAMLSeq,
  expected?: number,
): { diagnostics: Diagnostic<Span>[]; joined: Scalar[] } {
  const hasExpectedCount = expected === list.items.length;
  const commaRuns = findCommaRuns(text, list);
  const surplusItems = commaRuns.reduce(
    (sum, { kind, parts }) => sum + (kind === 'number' ? parts.length - 1 : 0),
    0,
  );
  const hasExpectedCountWhenJoined = !hasExpectedCount && expected === list.items.length - surplusItems;
  const runs = commaRuns.map((run) =>
    run.kind === 'number' && !hasExpectedCountWhenJoined && canBeNumbers(list, run, hasExpectedCount)
      ? { ...run, kind: 'tight' as const }
      : run,
  );
  const diagnostics = runs.map((run) =>
    run.kind === 'tight'
      ? createTightCommaDiagnostic(list, run, hasExpectedCount)
      : createSplitTextDiagnostic(text, run, hasExpectedCount),
  );
  const joined: Scalar[] = [];
  if (hasExpectedCount) return { diagnostics, joined };
  for (const { first, last, from, to, kind, rawText } of runs.toReversed()) {
    if (kind === 'tight') continue;
    const joinedScalar = new Scalar(rawText);
    joinedScalar.type = 'PLAIN';
    joinedScalar.range = [from, to, to];
    if (kind === 'marks') joined.push(joinedScalar);
    list.items.splice(first, last + 1 - first, joinedScalar);
  }
  return { diagnostics, joined };
}

/** Closing marks by opening mark. Some opening marks have several possible closing marks. */
const closingMarks: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '(': ')',
};

/** Returns the possible closing marks for the first unclosed mark of a text, or `undefined` if all marks are closed. */
function findUnclosedMark(rawText: string): string | undefined {
  const unclosedMarks: string[] = [];
  // The bracket of an emoticon such as `:(` needs no closing bracket.
  for (const character of rawText.replaceAll(/[:;=]-?\(/g, '')) {
    if (unclosedMarks.at(-1)?.includes(character)) unclosedMarks.pop();
    else if (Object.hasOwn(closingMarks, character)) unclosedMarks.push(closingMarks[character] ?? '');
  }
  return unclosedMarks[0];
}

function findCommaRuns(text: string, { items }: YAMLSeq): CommaRun[] {
  const runs: CommaRun[] = [];
  const getItemText = (index: number) => String(getPlainScalar(items[index])?.value);
  const isSplit = (first: number, last: number, kind: CommaRun['kind']) => {
    const [left, right] = [getPlainScalar(items[last - 1]), getPlainScalar(items[last])];
    if (!left || !right || getPair(items[last])) return false;
    if (kind === 'marks') return !getPair(items[first]) && hasUnclosedMark(first, last - 1);
    const isNumber = /\d$/.test(getItemText(last - 1)) && /^\d/.test(getItemText(last));
    const isWithoutSpace = /^[ \t]*,$/.test(text.slice(getSpan(left).to, getSpan(right).from));
    return isWithoutSpace && isNumber === (kind === 'number');
  };
  const getStart = (index: number) =>
    getSpan(getPair(items[index])?.key ?? getPlainScalar(items[index])).from;
  const getEnd = (index: number) => getSpan(getPlainScalar(items[index])).to;
  const hasUnclosedMark = (first: number, last: number) =>
    findUnclosedMark(text.slice(getStart(first), getEnd(last))) !== undefined;
  for (let first = 0; first < items.length; first++) {
    for (const kind of ['marks', 'number', 'tight'] as const) {
      let last = first;
      while (isSplit(first, last + 1, kind)) last++;
      if (last === first || (kind === 'marks' && hasUnclosedMark(first, last))) continue;
      const parts = Array.from({ length: last + 1 - first }, (_, index) => getItemText(first + index));
      const rawText = text.slice(getStart(first), getEnd(last));
      // `[1,2,3]` is a list of numbers, not a single number.
      const isNumber = kind === 'number' && (parts.length === 2 || thousandsNumber.test(rawText));
      const span = { first, last, from: getStart(first), to: getEnd(last) };
      runs.push({ ...span, kind: kind === 'number' && !isNumber ? 'tight' : kind, rawText, parts });
      first = last;
      break;
    }
  }
  return runs;
}

/**
 * Returns the unquoted text of an item as a scalar: `text`, or the value of `name: text`. Returns `undefined` for other
 * items.
 */
function getPlainScalar(item: unknown): Scalar | undefined {
  const pair = getPair(item);
  const node = (pair ? pair.value : item) as Node | null; // parsed pairs and lists contain nodes
  return isScalar(node) && node.type === 'PLAIN' && node.value !== '' ? node : undefined;
}

/** Returns the setting in an item such as `[name: text]`, or `undefined` if the item is not a single setting. */
function getPair(item: unknown): Pair | undefined {
  if (isPair(item)) return item;
  const [pair] = isMap(item) && item.flow && item.items.length === 1 ? item.items : [];
  return pair && isMap(item) && isScalar(pair.key) && pair.key.range?.[0] === item.range?.[0]
    ? pair
    : undefined;
}

// Matches a number with commas between thousands, such as `12,000`.
const thousandsNumber = /(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)/;
const hasOnlyDigitsAndCommas = (rawText: string) => /^[\d,]+$/.test(rawText);

/** Returns whether the items of a run may be separate numbers, as in `[50,100, 500]`. */
function canBeNumbers(
  { items }: YAMLSeq,
  { first, last, rawText }: CommaRun,
  hasExpectedCount: boolean,
): boolean {
  // A number in a list does not start with a zero, so `1,000` is a single number.
  if (!hasOnlyDigitsAndCommas(rawText) || /,0\d/.test(rawText)) return false;
  const otherItems = [...items.slice(0, first), ...items.slice(last + 1)];
  const hasOnlyNumbers = otherItems.every((item) =>
    hasOnlyDigitsAndCommas(String(getPlainScalar(item)?.value)),
  );
  return hasExpectedCount || !thousandsNumber.test(rawText) || (otherItems.length > 0 && hasOnlyNumbers);
}

const formatItems = (parts: readonly string[]) =>
  `${parts.length} items: ${joinNames(
    parts.map((part) => truncate(part)),
    'and',
  )}`;

function createSplitTextDiagnostic(text: string, run: CommaRun, hasExpectedCount: boolean): Diagnostic<Span> {
  const { kind, rawText, parts } = run;
  // `[100,200]` may also be a list.
  const canBeList = hasOnlyDigitsAndCommas(rawText) && !/,0/.test(rawText);
  const candidate = createQuoteCandidate(
    text,
    run,
    'inside `[ ]`, a text with a comma needs quotation marks',
    `without them, it becomes ${formatItems(parts)}${canBeList ? '; if it is a list, put a space after each comma' : ''}`,
  );
  // The row already has the right number of cells. With quotation marks around the text, it would have too few.
  if (hasExpectedCount) {
    const advice = `write \`"${rawText}"\` if this is one text, or add a space after the comma if these are several`;
    return { ...candidate, fix: undefined, advice };
  }
  const isCertain = kind === 'number' && thousandsNumber.test(rawText) && !canBeList;
  const label =
    kind === 'marks'
      ? 'a quotation mark or bracket opens before the comma and closes after it'
      : candidate.label;
  return { ...candidate, label, fix: { ...candidate.fix, safety: isCertain ? 'safe' : 'suggested' } };
}

/** Matches a number with its unit: `10 GB`, `€5 a month`. */
const numberWithUnit = /^\p{Sc}?[ \t]*\d.*\p{L}/su;

/** Reports commas without a space after them: `[Wind,Rain]` may be a list or a text. */
function createTightCommaDiagnostic(
  list: YAMLSeq,
  run: CommaRun,
  hasExpectedCount: boolean,
): Diagnostic<Span> {
  const { from, to, first, last, rawText, parts } = run;
  const isProbablyList = parts.every((part) => numberWithUnit.test(part)) || !/[ \t\n]/.test(rawText);
  const quoteAdvice = 'if this is one text, put quotation marks around it';
  const splitAdvice = 'if these are several items, put a space after each comma';
  const edits = list.items.slice(first + 1, last + 1).map((item) => {
    const offset = getSpan(getPlainScalar(item)).from;
    return { from: offset, to: offset, newText: ' ' };
  });
  // Even if the row has the right number of cells, a number may be split into two cells and a different cell may be
  // missing.
  const hasFix = isProbablyList && !(hasExpectedCount && thousandsNumber.test(rawText));
  return createDiagnostic({
    rule: 'tight-comma',
    message: `there is no space after ${parts.length === 2 ? 'the comma' : 'the commas'} in \`${truncate(rawText)}\``,
    label: `this becomes ${formatItems(parts)}`,
    note: isProbablyList ? quoteAdvice : splitAdvice,
    advice: hasFix ? undefined : isProbablyList ? splitAdvice : quoteAdvice,
    from,
    to,
    fix: hasFix ? { title: 'put a space after each comma', safety: 'suggested', edits } : undefined,
  });
}
