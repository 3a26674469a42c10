import { isMap, isPair, isScalar, type Node, type Pair, Scalar, type YAMLSeq } from 'yaml';
import type { Span } from '../diagnostics/edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { joinOr, truncate } from '../diagnostics/wording.ts';
import { spanOf } from './keys.ts';
import { quoteCandidate } from './lost-text.ts';

/** Whether a comma without a blank follows a text in brackets. */
export const isBeforeTightComma = (text: string, end: number): boolean =>
  /^[ \t]*,[^\s"'[\]{}]/.test(text.slice(end, end + 100));

/** Items of a list in brackets with commas between them that have no blank behind them. */
interface Run extends Span {
  /** The indexes of the first and the last item. */
  first: number;
  last: number;
  /** Whether these are parts of one number, as in `[1,200]`. */
  isNumber: boolean;
}

/**
 * Reports commas without a blank in a list in brackets: `[Up to 1,000 users]` has two items to YAML. Items that
 * are certainly parts of one text become one. `expected` is how many items the list must have, if that is known.
 */
export function joinAtCommas(text: string, list: YAMLSeq, expected?: number): Diagnostic<Span>[] {
  const isAsExpected = expected === list.items.length;
  const found = runsIn(text, list);
  const joined = found.reduce(
    (sum, run) => sum - (run.isNumber ? run.last - run.first : 0),
    list.items.length,
  );
  const fitsJoined = !isAsExpected && expected === joined;
  const runs = found.map((run) => ({
    ...run,
    isNumber: run.isNumber && (fitsJoined || !areNumbers(text, list, run, isAsExpected)),
  }));
  const diagnostics = runs.map((run) =>
    run.isNumber ? cutNumber(text, list, run, isAsExpected) : tightComma(text, list, run, isAsExpected),
  );
  if (isAsExpected) return diagnostics;
  for (const { first, last, from, to } of runs.filter(({ isNumber }) => isNumber).toReversed()) {
    list.items.splice(first, last + 1 - first, joinedAt(text, { from, to }));
  }
  return diagnostics;
}

/** Marks that open a part of a text, and those that close it. */
const partners: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '‹': '›',
  '「': '」',
  '『': '』',
  '(': ')',
  '（': '）',
};

/** The marks that close what a text opens and does not close. */
function unclosedIn(written: string): string | undefined {
  const open: string[] = [];
  // `:(` is a face.
  for (const sign of written.replaceAll(/[:;=]-?\(/g, '')) {
    if (open.at(-1)?.includes(sign)) open.pop();
    else if (Object.hasOwn(partners, sign)) open.push(partners[sign] ?? '');
  }
  return open[0];
}

/** Whether a comma follows a text that opens marks and does not close them. */
export const isCutInMarks = (value: string, text: string, end: number): boolean =>
  /[“„«‹「『(（]/.test(value) &&
  unclosedIn(value) !== undefined &&
  /^[ \t]*,/.test(text.slice(end, end + 100));

/**
 * Joins items whose comma stands between two marks that belong together: `[“a, b”, c]` and `[Mail (day, night)]`.
 * Returns the joined items.
 */
export function joinInMarks(
  text: string,
  list: YAMLSeq,
  expected?: number,
): { diagnostics: Diagnostic<Span>[]; joined: Scalar[] } {
  const isAsExpected = expected === list.items.length;
  const diagnostics: Diagnostic<Span>[] = [];
  const joined: Scalar[] = [];
  for (let first = 0; first < list.items.length; first++) {
    const node = plainText(list.items[first]);
    const closing = node && !pairOf(list.items[first]) ? unclosedIn(String(node.value)) : undefined;
    if (!node || closing === undefined) continue;
    const { from } = spanOf(node);
    let last = first;
    let to = from;
    for (let at = first + 1; at < list.items.length; at++) {
      const next = plainText(list.items[at]);
      if (!next || pairOf(list.items[at])) break;
      const end = spanOf(next).to;
      if (unclosedIn(text.slice(from, end)) !== undefined) continue;
      [last, to] = [at, end];
      break;
    }
    if (last === first) continue;
    const run = { first, last, from, to, isNumber: false };
    const found = quoteCandidate(
      text,
      run,
      'inside `[ ]` a text with a comma needs quotation marks around it',
      `without them it becomes ${itemsOf(list, run)}`,
    );
    const label = 'a mark in front of the comma has its partner behind it';
    diagnostics.push(
      isAsExpected
        ? { ...found, fix: undefined, advice: 'put quotation marks around it if it is one text' }
        : { ...found, label, fix: { ...found.fix, safety: 'suggested' } },
    );
    if (isAsExpected) continue;
    const whole = joinedAt(text, run);
    joined.push(whole);
    list.items.splice(first, last + 1 - first, whole);
  }
  return { diagnostics, joined };
}

function joinedAt(text: string, { from, to }: Span): Scalar {
  const whole = new Scalar(text.slice(from, to));
  whole.type = 'PLAIN';
  whole.range = [from, to, to];
  return whole;
}

function runsIn(text: string, { items }: YAMLSeq): Run[] {
  const runs: Run[] = [];
  for (let at = 1; at < items.length; at++) {
    const [before, next] = [plainText(items[at - 1]), plainText(items[at])];
    if (!before || !next || pairOf(items[at])) continue;
    const [left, right] = [spanOf(before), spanOf(next)];
    const pair = pairOf(items[at - 1]);
    if (!/^[ \t]*,$/.test(text.slice(left.to, right.from))) continue;
    const isNumber = /\d$/.test(String(before.value)) && /^\d/.test(String(next.value));
    const run = runs.at(-1);
    if (run?.last === at - 1 && run.isNumber === isNumber) Object.assign(run, { last: at, to: right.to });
    else
      runs.push({
        first: at - 1,
        last: at,
        from: pair ? spanOf(pair.key).from : left.from,
        to: right.to,
        isNumber,
      });
  }
  // `[1,2,3]` is a list of numbers.
  return runs.map((run) => ({ ...run, isNumber: run.isNumber && isOneNumber(text, run) }));
}

/** A text without quotation marks: an item, or the value of `[name: text]`. */
function plainText(item: unknown): Scalar | undefined {
  const pair = pairOf(item);
  const node = (pair ? pair.value : item) as Node | null; // parsed pairs and lists hold nodes
  return isScalar(node) && node.type === 'PLAIN' && node.value !== '' ? node : undefined;
}

/** The setting that YAML makes of the item `name: text`. */
function pairOf(item: unknown): Pair | undefined {
  if (isPair(item)) return item;
  const [pair] = isMap(item) && item.flow && item.items.length === 1 ? item.items : [];
  return pair && isMap(item) && isScalar(pair.key) && pair.key.range?.[0] === item.range?.[0]
    ? pair
    : undefined;
}

const thousands = /(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)/;

const isOneNumber = (text: string, { first, last, from, to }: Run): boolean =>
  last === first + 1 || thousands.test(text.slice(from, to));

const isDigits = (written: string) => /^[\d,]+$/.test(written);

/** Whether the parts of a run are as likely numbers of their own: `[50,100, 500]`, or two cells `[3,4]`. */
function areNumbers(text: string, { items }: YAMLSeq, run: Run, isAsExpected: boolean): boolean {
  const written = text.slice(run.from, run.to);
  // No number begins with a zero: `1,000`.
  if (!isDigits(written) || /,0\d/.test(written)) return false;
  const others = [...items.slice(0, run.first), ...items.slice(run.last + 1)];
  const areAllNumbers = others.every((item) => isDigits(String(plainText(item)?.value)));
  return isAsExpected || !thousands.test(written) || (others.length > 0 && areAllNumbers);
}

/** What YAML makes of a run. */
function itemsOf(list: YAMLSeq, { first, last }: Run): string {
  const items = list.items.slice(first, last + 1).map((item) => truncate(String(plainText(item)?.value)));
  return `${items.length} items: ${joinOr(items, 'and')}`;
}

function cutNumber(text: string, list: YAMLSeq, run: Run, isAsExpected: boolean): Diagnostic<Span> {
  const message = 'inside `[ ]` a text with a comma needs quotation marks around it';
  const written = text.slice(run.from, run.to);
  // `[100,200]` may be a list as well.
  const mayBeList = isDigits(written) && !/,0/.test(written);
  const note = `without them it becomes ${itemsOf(list, run)}`;
  const found = quoteCandidate(
    text,
    run,
    message,
    mayBeList ? `${note}; if it is a list, put a blank behind each comma` : note,
  );
  // With quotation marks a cell would be missing.
  if (isAsExpected)
    return {
      ...found,
      fix: undefined,
      advice: `write \`"${written}"\` if it is one text, or a blank behind the comma if these are several`,
    };
  const isCertain = thousands.test(written) && !mayBeList;
  return { ...found, fix: { ...found.fix, safety: isCertain ? 'safe' : 'suggested' } };
}

/** A figure with its unit: `10 GB` and `€5 a month`. */
const figure = /^\p{Sc}?[ \t]*\d.*\p{L}/su;

/** `[Wind,Rain]` may be a list or a text. */
function tightComma(text: string, list: YAMLSeq, run: Run, isAsExpected: boolean): Diagnostic<Span> {
  const { from, to, first, last } = run;
  const written = text.slice(from, to);
  const isNumber = thousands.test(written);
  const parts = list.items.slice(first, last + 1).map((item) => String(plainText(item)?.value));
  const areItems = parts.every((part) => figure.test(part)) || !/[ \t\n]/.test(written);
  const commas = list.items.slice(first, last).map((item) => {
    const at = text.indexOf(',', plainText(item)?.range?.[1] ?? from) + 1;
    return { from: at, to: at, newText: ' ' };
  });
  return diagnostic({
    rule: 'tight-comma',
    message: `no blank follows ${last === first + 1 ? 'the comma' : 'the commas'} in \`${truncate(written)}\``,
    label: `this becomes ${itemsOf(list, run)}`,
    note: areItems
      ? 'if visitors are to read it as one text, put quotation marks around it'
      : 'if these are several items, put a blank behind each comma',
    from,
    to,
    // With as many cells as columns, one number may be cut and another one be missing.
    ...(areItems && !(isAsExpected && isNumber)
      ? { fix: { title: 'put a blank behind each comma', safety: 'suggested', edits: commas } }
      : {
          advice: areItems
            ? 'if these are several items, put a blank behind each comma'
            : 'if visitors are to read it as one text, put quotation marks around it',
        }),
  });
}
