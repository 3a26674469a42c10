import { isMap, isPair, isScalar, type Node, type Pair, Scalar, type YAMLSeq } from 'yaml';
import type { Span } from '../diagnostics/edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { joinOr, truncate } from '../diagnostics/wording.ts';
import { spanOf } from './keys.ts';
import { quoteCandidate } from './lost-text.ts';

/** Whether a comma after a value in brackets may be part of a text that YAML splits there. */
export const mayBeCut = (value: string, text: string, end: number): boolean => {
  const [, next] = /^[ \t]*,(.?)/.exec(text.slice(end, end + 100)) ?? [];
  return next !== undefined && (/[^\s"'[\]{}]/.test(next) || unclosedIn(value) !== undefined);
};

/** Items of a list in brackets that may be one text, because no space follows a comma or a mark is unclosed. */
interface Run extends Span {
  // The indexes of the first and the last item.
  first: number;
  last: number;
  /** A number, as in `[1,200]`, a text in marks, as in `[“a, b”]`, or items without a space after their commas. */
  kind: 'number' | 'marks' | 'tight';
  written: string;
  /** The items that YAML reads. */
  parts: string[];
}

/**
 * Reports commas that split a text in a list in brackets: YAML reads `[Up to 1,000 users]` as two items. Items that are
 * most likely one text are joined. `expected` is the number of items that the list must have, if it is known.
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

/** Opening marks, each with its possible closing marks. */
const partners: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '(': ')',
};

/** Returns the possible closing marks for the first mark that a text does not close. Undefined if there is none. */
function unclosedIn(written: string): string | undefined {
  const open: string[] = [];
  // `:(` is an emoticon.
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

/** Returns a text without quotation marks: an item, or the value of `[name: text]`. */
function plainScalar(item: unknown): Scalar | undefined {
  const pair = pairOf(item);
  const node = (pair ? pair.value : item) as Node | null; // parsed pairs and lists contain nodes
  return isScalar(node) && node.type === 'PLAIN' && node.value !== '' ? node : undefined;
}

/** Returns the setting that YAML reads in the item `name: text`. */
function pairOf(item: unknown): Pair | undefined {
  if (isPair(item)) return item;
  const [pair] = isMap(item) && item.flow && item.items.length === 1 ? item.items : [];
  return pair && isMap(item) && isScalar(pair.key) && pair.key.range?.[0] === item.range?.[0]
    ? pair
    : undefined;
}

const thousands = /(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)/;
const isDigits = (written: string) => /^[\d,]+$/.test(written);

/** Whether the parts of a run may be separate numbers: `[50,100, 500]`, or two cells `[3,4]`. */
function areNumbers({ items }: YAMLSeq, { first, last, written }: Run, isAsExpected: boolean): boolean {
  // No number starts with a zero, so `1,000` is a single number.
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
  // `[100,200]` may also be a list.
  const mayBeList = isDigits(written) && !/,0/.test(written);
  const found = quoteCandidate(
    text,
    run,
    'inside `[ ]` a text with a comma needs quotation marks around it',
    `without them, it becomes ${quotedItems(parts)}${mayBeList ? '; if it is a list, put a space after each comma' : ''}`,
  );
  // Quotation marks would leave the row with a cell too few.
  if (isAsExpected) {
    const advice = `write \`"${written}"\` if this is one text, or add a space after the comma if these are several`;
    return { ...found, fix: undefined, advice };
  }
  const isCertain = kind === 'number' && thousands.test(written) && !mayBeList;
  const label = kind === 'marks' ? 'a mark before the comma is closed after it' : found.label;
  return { ...found, label, fix: { ...found.fix, safety: isCertain ? 'safe' : 'suggested' } };
}

/** Matches a number with its unit: `10 GB` and `€5 a month`. */
const figure = /^\p{Sc}?[ \t]*\d.*\p{L}/su;

/** Reports commas without a space after them: `[Wind,Rain]` may be a list or a text. */
function tightComma(list: YAMLSeq, run: Run, isAsExpected: boolean): Diagnostic<Span> {
  const { from, to, first, last, written, parts } = run;
  const areItems = parts.every((part) => figure.test(part)) || !/[ \t\n]/.test(written);
  const toQuote = 'if this is one text, put quotation marks around it';
  const toPart = 'if these are several items, put a space after each comma';
  const edits = list.items.slice(first + 1, last + 1).map((item) => {
    const at = spanOf(plainScalar(item)).from;
    return { from: at, to: at, newText: ' ' };
  });
  // Even with the right number of cells, a number may be split while another cell is missing.
  const hasFix = areItems && !(isAsExpected && thousands.test(written));
  return diagnostic({
    rule: 'tight-comma',
    message: `there is no space after ${parts.length === 2 ? 'the comma' : 'the commas'} in \`${truncate(written)}\``,
    label: `this becomes ${quotedItems(parts)}`,
    note: areItems ? toQuote : toPart,
    advice: hasFix ? undefined : areItems ? toPart : toQuote,
    from,
    to,
    fix: hasFix ? { title: 'put a space after each comma', safety: 'suggested', edits } : undefined,
  });
}
