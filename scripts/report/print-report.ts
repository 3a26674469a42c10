import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { escapeControls } from '../reporters/line.ts';
import { count } from '../../schema/base/text.ts';
import type { ReportedChange, ReportedFile, ReportedPage, SiteChanges } from './site-changes.ts';

/** Max. characters of each text before and after a change. */
const maxWords = 300;

/** Max. bytes of a comment. Hosts of repositories reject longer ones. */
const maxBytes = 60_000;

/** The first line of a report in Markdown, to find its comment when it is updated. */
export const reportMark = '<!-- pagewright report -->';

/** Formats text and escapes the texts of authors. */
interface Notation {
  title(text: string): string;
  item(text: string, level: number): string;
  quote(text: string): string;
  /** Formats an address, a file or a title. */
  place(text: string): string;
}

const plain: Notation = {
  title: (text) => `\n${text}\n`,
  item: (text, level) => `${'  '.repeat(level)}${text}\n`,
  quote: (text) => `“${text}”`,
  place: (text) => text,
};

const code = (text: string): string => {
  const fence = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const padding = /^[`\s]|[`\s]$/.test(text) ? ' ' : '';
  return text === '' ? '“”' : `${fence}${padding}${text}${padding}${fence}`;
};

/** Texts of authors are formatted as code, so that they can neither contain markup nor mention users. */
const markdown: Notation = {
  title: (text) => `\n#### ${text}\n\n`,
  item: (text, level) => `${'  '.repeat(level - 1)}- ${text}\n`,
  quote: code,
  place: code,
};

/** Prints the report for terminals. */
export const textReport = (changes: SiteChanges): string => partsOf(changes, plain).flat().join('');

/** Prints the report as JSON. */
export function jsonReportOfChanges({ files, ...changes }: SiteChanges): string {
  const withTexts = ({ parts, ...change }: ReportedChange) => ({ ...change, ...textsOf(parts) });
  const readable = files.map((file) => ({ ...file, changes: file.changes.map(withTexts) }));
  return `${JSON.stringify({ version: 1, ...changes, files: readable }, null, 2)}\n`;
}

/** Prints the report for a comment, with the number of lines that do not fit. `link` is the URL of the full report. */
export function markdownReport(changes: SiteChanges, link?: string): string {
  const parts = partsOf(changes, markdown).flat();
  const rest = (left: number) => {
    const lines = left === 0 ? [] : [`… and ${count(left, 'more line')}`];
    const full = link === undefined ? [] : [`[${left === 0 ? 'Pictures' : 'full report'}](${link})`];
    return left === 0 && link === undefined ? '' : `\n${[...lines, ...full].join(': ')}\n`;
  };
  let text = `${reportMark}\n`;
  let bytes = Buffer.byteLength(text + rest(parts.length));
  for (const [at, part] of parts.entries()) {
    bytes += Buffer.byteLength(part);
    if (bytes > maxBytes) return text + rest(parts.length - at);
    text += part;
  }
  return text + rest(0);
}

/** Prints the numbers of changed pages in one sentence. */
export const printSummary = (changes: SiteChanges): string => summary(changes, plain);

function summary({ base, commit, pages, notCompared }: SiteChanges, { place }: Notation): string {
  const kinds = ['added', 'changed', 'moved', 'removed'] as const;
  const counts = kinds.flatMap((kind) => {
    const number = pages.filter((page) => page.kind === kind).length;
    return number === 0 ? [] : [`${number} ${kind}`];
  });
  const same = notCompared === undefined ? ', no pages have changed for visitors' : '';
  const result = counts.length === 0 ? same : `, pages: ${counts.join(', ')}`;
  return `Compared with ${place(base)} (${commit.slice(0, 7)})${result}.`;
}

/** Returns the changes in the files of a page, one line each. */
export const listPageChanges = (page: ReportedPage, { files }: SiteChanges): string[] =>
  files
    .filter(({ file }) => page.files.includes(file))
    .flatMap(({ file, changes }) => changes.map((change) => changeLine(change, file, plain)));

function partsOf(changes: SiteChanges, notation: Notation): string[][] {
  const { pages, files, diagnostics, notCompared } = changes;
  const { title, item, place } = notation;
  const titles = new Map(files.map((file) => [file.file, file]));
  return [
    [`${summary(changes, notation)}\n`],
    notCompared === undefined ? [] : [`${notCompared}\n`],
    diagnostics.length === 0 ? [] : [title('New problems')],
    diagnostics.map((one) => item(place(escapeControls(formatDiagnostic(one))), 1)),
    files.length === 0 ? [] : [title('Changes')],
    ...files.map((file) => fileLines(file, changes, notation)),
    pages.length === 0 ? [] : [title('Pages')],
    pages.map((page) => item(pageLine(page, titles, notation), 1)),
  ];
}

function pageLine(
  page: ReportedPage,
  titles: ReadonlyMap<string, ReportedFile>,
  { place }: Notation,
): string {
  const { kind, route, oldRoute, title, files } = page;
  const others = files.flatMap((name) => {
    const file = titles.get(name);
    return !file || file.route === route ? [] : [place(escapeControls(file.title))];
  });
  const address = oldRoute === undefined ? place(route) : `${place(oldRoute)} → ${place(route)}`;
  const through = others.length === 0 ? '' : `, because of ${others.join(', ')}`;
  return `${kind} ${address} ${place(escapeControls(title))}${through}`;
}

function fileLines(file: ReportedFile, { pages, pageCount }: SiteChanges, notation: Notation): string[] {
  const { kind, title, route, oldFile, changes, isFaulty } = file;
  const { item, place } = notation;
  const from = oldFile === undefined ? '' : ` from ${place(escapeControls(oldFile))}`;
  const name = place(escapeControls(file.file));
  const others = file.pages.filter((page) => page !== route);
  const all = pages.filter(({ kind: one }) => one === 'changed').length;
  const reach =
    others.length === pageCount && all === pageCount
      ? `all ${count(pageCount, 'page')}`
      : `${count(others.length, 'page')}: ${others.map(place).join(', ')}`;
  return [
    item(`${place(escapeControls(title))} (${name}${kind === 'changed' ? '' : `, ${kind}${from}`})`, 1),
    ...changes.map((change) => item(changeLine(change, file.file, notation), 2)),
    ...(isFaulty ? [item('It has errors, so its earlier version was compared.', 2)] : []),
    ...(others.length > 0 ? [item(`It changes ${reach}`, 2)] : []),
  ];
}

function changeLine(
  { where, note, parts, line }: ReportedChange,
  file: string,
  { quote, place }: Notation,
): string {
  const { before, after } = textsOf(parts);
  const texts =
    note === undefined && parts.length > 0
      ? [before, after].map((text) => (text === undefined ? 'nothing' : quote(text)))
      : [before, after].flatMap((text) => (text === undefined ? [] : [quote(text)]));
  const what = [where.map((label) => escapeControls(label)).join(' › '), note, texts.join(' → ')]
    .filter(Boolean)
    .join(': ');
  return `${place(`${escapeControls(file)}:${line ?? 1}`)} ${what}`;
}

/** Returns the texts before and after a change, with a few unchanged words around the difference. */
function textsOf(parts: ReportedChange['parts']): { before?: string; after?: string } {
  const textWithout = (other: 'old' | 'new') => {
    const own = parts.filter(({ kind }) => kind !== other);
    const text = escapeControls(own.map((part) => part.text).join(''))
      .replaceAll(/\s+/g, ' ')
      .trim();
    return text.length <= maxWords ? text : `${text.slice(0, maxWords - 1)}…`;
  };
  const hasBefore = parts.some(({ kind }) => kind !== 'new');
  const hasAfter = parts.some(({ kind }) => kind !== 'old');
  return {
    ...(hasBefore && { before: textWithout('new') }),
    ...(hasAfter && { after: textWithout('old') }),
  };
}
