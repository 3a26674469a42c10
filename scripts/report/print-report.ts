import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { escapeControls } from '../reporters/line.ts';
import { formatCount } from '../../schema/base/text.ts';
import type { ReportedChange, ReportedFile, ReportedPage, SiteChanges } from './site-changes.ts';

/** Maximum length of the old text and of the new text of a change, in characters. */
const maxTextLength = 300;

/** Maximum length of a comment in bytes. Repository hosts reject longer comments. */
const maxCommentBytes = 60_000;

/** The first line of a Markdown report, by which a workflow finds the comment to update. */
export const reportMarker = '<!-- pagewright report -->';

/** Functions that format the parts of a report and escape authors' text. */
interface Notation {
  title(text: string): string;
  item(text: string, level: number): string;
  quote(text: string): string;
  /** Formats an address, a file or a title. */
  reference(text: string): string;
}

const plainNotation: Notation = {
  title: (text) => `\n${text}\n`,
  item: (text, level) => `${'  '.repeat(level)}${text}\n`,
  quote: (text) => `“${text}”`,
  reference: (text) => text,
};

const formatCode = (text: string): string => {
  const fence = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const padding = /^[`\s]|[`\s]$/.test(text) ? ' ' : '';
  return text === '' ? '“”' : `${fence}${padding}${text}${padding}${fence}`;
};

/**
 * The notation for Markdown. Authors' text is formatted as code, so that it can neither contain markup nor mention
 * users.
 */
const markdownNotation: Notation = {
  title: (text) => `\n#### ${text}\n\n`,
  item: (text, level) => `${'  '.repeat(level - 1)}- ${text}\n`,
  quote: formatCode,
  reference: formatCode,
};

/** Formats the report for terminals. */
export const formatTextReport = (changes: SiteChanges): string =>
  createSections(changes, plainNotation).flat().join('');

/** Formats the report as JSON. */
export function formatJsonChanges({ files, ...changes }: SiteChanges): string {
  const addTexts = ({ parts, ...change }: ReportedChange) => ({ ...change, ...getChangedTexts(parts) });
  const readable = files.map((file) => ({ ...file, changes: file.changes.map(addTexts) }));
  return `${JSON.stringify({ version: 1, ...changes, files: readable }, null, 2)}\n`;
}

/**
 * Formats the report for a comment. If it is too long, states how many lines are left out. `link` is the URL of the
 * full report.
 */
export function formatMarkdownReport(changes: SiteChanges, link?: string): string {
  const parts = createSections(changes, markdownNotation).flat();
  const formatReportEnd = (omittedCount: number) => {
    const lines = omittedCount === 0 ? [] : [`… and ${formatCount(omittedCount, 'more line')}`];
    const reportLink =
      link === undefined ? [] : [`[${omittedCount === 0 ? 'Pictures' : 'full report'}](${link})`];
    return omittedCount === 0 && link === undefined ? '' : `\n${[...lines, ...reportLink].join(': ')}\n`;
  };
  let text = `${reportMarker}\n`;
  let bytes = Buffer.byteLength(text + formatReportEnd(parts.length));
  for (const [index, part] of parts.entries()) {
    bytes += Buffer.byteLength(part);
    if (bytes > maxCommentBytes) return text + formatReportEnd(parts.length - index);
    text += part;
  }
  return text + formatReportEnd(0);
}

/** Formats the numbers of changed, new and removed pages as one sentence. */
export const formatSummary = (changes: SiteChanges): string => summarizePages(changes, plainNotation);

function summarizePages({ base, commit, pages, notCompared }: SiteChanges, { reference }: Notation): string {
  const kinds = ['added', 'changed', 'moved', 'removed'] as const;
  const counts = kinds.flatMap((kind) => {
    const number = pages.filter((page) => page.kind === kind).length;
    return number === 0 ? [] : [`${number} ${kind}`];
  });
  const noChangeNote = notCompared === undefined ? ', no pages have changed for visitors' : '';
  const result = counts.length === 0 ? noChangeNote : `, pages: ${counts.join(', ')}`;
  return `Compared with ${reference(base)} (${commit.slice(0, 7)})${result}.`;
}

/** Lists the changes in the files that changed a page, one line each. */
export const listPageChanges = (page: ReportedPage, { files }: SiteChanges): string[] =>
  files
    .filter(({ file }) => page.files.includes(file))
    .flatMap(({ file, changes }) => changes.map((change) => formatChange(change, file, plainNotation)));

function createSections(changes: SiteChanges, notation: Notation): string[][] {
  const { pages, files, diagnostics, notCompared } = changes;
  const { title, item, reference } = notation;
  const filesByName = new Map(files.map((file) => [file.file, file]));
  return [
    [`${summarizePages(changes, notation)}\n`],
    notCompared === undefined ? [] : [`${notCompared}\n`],
    diagnostics.length === 0 ? [] : [title('New problems')],
    diagnostics.map((diagnostic) => item(reference(escapeControls(formatDiagnostic(diagnostic))), 1)),
    files.length === 0 ? [] : [title('Changes')],
    ...files.map((file) => formatFile(file, changes, notation)),
    pages.length === 0 ? [] : [title('Pages')],
    pages.map((page) => item(formatPage(page, filesByName, notation), 1)),
  ];
}

function formatPage(
  page: ReportedPage,
  filesByName: ReadonlyMap<string, ReportedFile>,
  { reference }: Notation,
): string {
  const { kind, route, oldRoute, title, files } = page;
  const otherFiles = files.flatMap((name) => {
    const file = filesByName.get(name);
    return !file || file.route === route ? [] : [reference(escapeControls(file.title))];
  });
  const address = oldRoute === undefined ? reference(route) : `${reference(oldRoute)} → ${reference(route)}`;
  const causeNote = otherFiles.length === 0 ? '' : `, because of ${otherFiles.join(', ')}`;
  return `${kind} ${address} ${reference(escapeControls(title))}${causeNote}`;
}

function formatFile(file: ReportedFile, { pages, pageCount }: SiteChanges, notation: Notation): string[] {
  const { kind, title, route, oldFile, changes, isFaulty } = file;
  const { item, reference } = notation;
  const from = oldFile === undefined ? '' : ` from ${reference(escapeControls(oldFile))}`;
  const name = reference(escapeControls(file.file));
  const otherPages = file.pages.filter((page) => page !== route);
  const changedCount = pages.filter(({ kind: pageKind }) => pageKind === 'changed').length;
  const affectedPages =
    otherPages.length === pageCount && changedCount === pageCount
      ? `all ${formatCount(pageCount, 'page')}`
      : `${formatCount(otherPages.length, 'page')}: ${otherPages.map(reference).join(', ')}`;
  return [
    item(`${reference(escapeControls(title))} (${name}${kind === 'changed' ? '' : `, ${kind}${from}`})`, 1),
    ...changes.map((change) => item(formatChange(change, file.file, notation), 2)),
    ...(isFaulty ? [item('It has errors, so its earlier version was compared.', 2)] : []),
    ...(otherPages.length > 0 ? [item(`It changes ${affectedPages}`, 2)] : []),
  ];
}

function formatChange(
  { where, note, parts, line }: ReportedChange,
  file: string,
  { quote, reference }: Notation,
): string {
  const { before, after } = getChangedTexts(parts);
  const texts =
    note === undefined && parts.length > 0
      ? [before, after].map((text) => (text === undefined ? 'nothing' : quote(text)))
      : [before, after].flatMap((text) => (text === undefined ? [] : [quote(text)]));
  const description = [where.map((label) => escapeControls(label)).join(' › '), note, texts.join(' → ')]
    .filter(Boolean)
    .join(': ');
  return `${reference(`${escapeControls(file)}:${line ?? 1}`)} ${description}`;
}

/** Returns the text before and after a change, with a few unchanged words around the difference. */
function getChangedTexts(parts: ReportedChange['parts']): { before?: string; after?: string } {
  const joinTextWithout = (excludedKind: 'old' | 'new') => {
    const ownParts = parts.filter(({ kind }) => kind !== excludedKind);
    const text = escapeControls(ownParts.map((part) => part.text).join(''))
      .replaceAll(/\s+/g, ' ')
      .trim();
    return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`;
  };
  const hasBefore = parts.some(({ kind }) => kind !== 'new');
  const hasAfter = parts.some(({ kind }) => kind !== 'old');
  return {
    ...(hasBefore && { before: joinTextWithout('new') }),
    ...(hasAfter && { after: joinTextWithout('old') }),
  };
}
