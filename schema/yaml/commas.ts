import { isMap, isPair, isScalar, type Node, type Pair, Scalar, type YAMLSeq } from 'yaml';
import type { Span } from '../diagnostics/edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { joinOr, truncate } from '../diagnostics/wording.ts';
import { spanOf } from './keys.ts';
import { quoteCandidate } from './lost-text.ts';

/** Whether YAML may cut a text in brackets, which ends here, at a comma that is a part of it. */
export const mayBeCut = (value: string, text: string, end: number): boolean => {
  const [, next] = /^[ \t]*,(.?)/.exec(text.slice(end, end + 100)) ?? [];
  return next !== undefined && (/[^\s"'[\]{}]/.test(next) || unclosedIn(value) !== undefined);
};

/** Items of a list in brackets that may be one text, because no blank follows a comma or a mark is open. */
interface Run extends Span {
  /** The indexes of the first and the last item. */
  first: number;
  last: number;
  /** The parts of a number, as in `[1,200]`, or of a text in marks, as in `[“a, b”]`. */
  kind: 'number' | 'marks' | 'tight';
  written: string;
  /** What YAML makes of it. */
  parts: string[];
}

/**
 * Reports commas that cut a text in a list in brackets: `[Up to 1,000 users]` has two items to YAML. Items that are
 * most likely one text become one. `expected` is how many items the list must have, if that is known.
 */
export function joinAtCommas(
  text: string,
  list: YAMLSeq,
  expected?: number,
): { diagnostics: Diagnostic<Span>[]; joined: Scalar[] } {
  const isAsExpected = expected === list.items.length;
  const found = runsIn(text, list);
  const lost = found.reduce((sum, { kind, parts }) => sum + (kind === 'number' ? parts.length - 1 : 0), 0);
  const fitsJoined = !isAsExpected && expected === list.items.length - lost;
  const runs = found.map((run) =>
    run.kind === 'number' && !fitsJoined && areNumbers(list, run, isAsExpected)
      ? { ...run, kind: 'tight' as const }
      : run,
  );
  const diagnostics = runs.map((run) =>
    run.kind === 'tight' ? tightComma(list, run, isAsExpected) : cutText(text, run, isAsExpected),
  );
  const joined: Scalar[] = [];
  if (isAsExpected) return { diagnostics, joined };
  for (const { first, last, from, to, kind, written } of runs.toReversed()) {
    if (kind === 'tight') continue;
    const whole = new Scalar(written);
    whole.type = 'PLAIN';
    whole.range = [from, to, to];
    if (kind === 'marks') joined.push(whole);
    list.items.splice(first, last + 1 - first, whole);
  }
  return { diagnostics, joined };
}

/** Marks that open a part of a text, and those that close it. */
const partners: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '(': ')',
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

function runsIn(text: string, { items }: YAMLSeq): Run[] {
  const runs: Run[] = [];
  const textAt = (at: number) => String(plainScalar(items[at])?.value);
  const isCut = (first: number, last: number, kind: Run['kind']) => {
    const [left, right] = [plainScalar(items[last - 1]), plainScalar(items[last])];
    if (!left || !right || pairOf(items[last])) return false;
    if (kind === 'marks') return !pairOf(items[first]) && isOpen(first, last - 1);
    const isNumber = /\d$/.test(textAt(last - 1)) && /^\d/.test(textAt(last));
    const isTight = /^[ \t]*,$/.test(text.slice(spanOf(left).to, spanOf(right).from));
    return isTight && isNumber === (kind === 'number');
  };
  const from = (at: number) => spanOf(pairOf(items[at])?.key ?? plainScalar(items[at])).from;
  const to = (at: number) => spanOf(plainScalar(items[at])).to;
  const isOpen = (first: number, last: number) => unclosedIn(text.slice(from(first), to(last))) !== undefined;
  for (let first = 0; first < items.length; first++) {
    for (const kind of ['marks', 'number', 'tight'] as const) {
      let last = first;
      while (isCut(first, last + 1, kind)) last++;
      if (last === first || (kind === 'marks' && isOpen(first, last))) continue;
      const parts = Array.from({ length: last + 1 - first }, (_, at) => textAt(first + at));
      const written = text.slice(from(first), to(last));
      // `[1,2,3]` is a list of numbers.
      const isNumber = kind === 'number' && (parts.length === 2 || thousands.test(written));
      const span = { first, last, from: from(first), to: to(last) };
      runs.push({ ...span, kind: kind === 'number' && !isNumber ? 'tight' : kind, written, parts });
      first = last;
      break;
    }
  }
  return runs;
}

/** A text without quotation marks: an item, or the value of `[name: text]`. */
function plainScalar(item: unknown): Scalar | undefined {
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
const isDigits = (written: string) => /^[\d,]+$/.test(written);

/** Whether the parts of a run are as likely numbers of their own: `[50,100, 500]`, or two cells `[3,4]`. */
function areNumbers({ items }: YAMLSeq, { first, last, written }: Run, isAsExpected: boolean): boolean {
  // No number begins with a zero: `1,000`.
  if (!isDigits(written) || /,0\d/.test(written)) return false;
  const others = [...items.slice(0, first), ...items.slice(last + 1)];
  const areAllNumbers = others.every((item) => isDigits(String(plainScalar(item)?.value)));
  return isAsExpected || !thousands.test(written) || (others.length > 0 && areAllNumbers);
}

const quotedItems = (parts: readonly string[]) =>
  `${parts.length} items: ${joinOr(
    parts.map((part) => truncate(part)),
    'and',
  )}`;

function cutText(text: string, run: Run, isAsExpected: boolean): Diagnostic<Span> {
  const { kind, written, parts } = run;
  // `[100,200]` may be a list as well.
  const mayBeList = isDigits(written) && !/,0/.test(written);
  const found = quoteCandidate(
    text,
    run,
    'inside `[ ]` a text with a comma needs quotation marks around it',
    `without them it becomes ${quotedItems(parts)}${mayBeList ? '; if it is a list, put a blank behind each comma' : ''}`,
  );
  // With quotation marks a cell would be missing.
  if (isAsExpected) {
    const advice = `write \`"${written}"\` if it is one text, or a blank behind the comma if these are several`;
    return { ...found, fix: undefined, advice };
  }
  const isCertain = kind === 'number' && thousands.test(written) && !mayBeList;
  const label = kind === 'marks' ? 'a mark in front of the comma has its partner behind it' : found.label;
  return { ...found, label, fix: { ...found.fix, safety: isCertain ? 'safe' : 'suggested' } };
}

/** A figure with its unit: `10 GB` and `€5 a month`. */
const figure = /^\p{Sc}?[ \t]*\d.*\p{L}/su;

/** `[Wind,Rain]` may be a list or a text. */
function tightComma(list: YAMLSeq, run: Run, isAsExpected: boolean): Diagnostic<Span> {
  const { from, to, first, last, written, parts } = run;
  const areItems = parts.every((part) => figure.test(part)) || !/[ \t\n]/.test(written);
  const toQuote = 'if visitors are to read it as one text, put quotation marks around it';
  const toPart = 'if these are several items, put a blank behind each comma';
  const edits = list.items.slice(first + 1, last + 1).map((item) => {
    const at = spanOf(plainScalar(item)).from;
    return { from: at, to: at, newText: ' ' };
  });
  // With as many cells as columns, one number may be cut and another one be missing.
  const hasFix = areItems && !(isAsExpected && thousands.test(written));
  return diagnostic({
    rule: 'tight-comma',
    message: `no blank follows ${parts.length === 2 ? 'the comma' : 'the commas'} in \`${truncate(written)}\``,
    label: `this becomes ${quotedItems(parts)}`,
    note: areItems ? toQuote : toPart,
    advice: hasFix ? undefined : areItems ? toPart : toQuote,
    from,
    to,
    fix: hasFix ? { title: 'put a blank behind each comma', safety: 'suggested', edits } : undefined,
  });
}
