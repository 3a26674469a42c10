import { formatCommand } from '../system/command-text.ts';
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { Lines } from '../../schema/diagnostics/positions.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { escapeMarkup } from '../system/format.ts';
import { capitalize, formatCount } from '../../schema/base/text.ts';
import { addNameFix } from '../site/fix-pages.ts';
import { createLineReader } from '../reporters/report.ts';
import { renderFrame } from '../reporters/code-frame.ts';
import { listDetails } from '../reporters/pretty.ts';

/** The maximum number of listed diagnostics. More diagnostics would slow down every page. */
const maxItems = 100;

/** The path of the script that every page of the dev server loads. */
export const livePath = '/src/client/live.tsx';

/** The path of the editor's script. */
export const editorPath = '/src/editor/start.ts';

const itemsCss = [
  ':host{all:initial;color-scheme:light;font:.875rem/1.5 system-ui,sans-serif;color:#1d1e23;text-align:start}',
  'ol{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}',
  'li{background:#fff;border:2px solid #b8231a;border-radius:10px;padding:.75rem 1rem}',
  'li.warning{border-color:#8a6100}',
  'h2{font-size:.9375rem;font-weight:600;margin:0 0 .25rem}',
  'code{font:.9em ui-monospace,monospace;background:#f3f4f6;border-radius:4px;padding:0 .25em}',
  'pre{background:#f3f4f6;border:1px solid #d5d7de;border-radius:6px;margin:.5rem 0;padding:.5rem .75rem}',
  'pre{overflow-x:auto;font:.8125rem/1.5 ui-monospace,monospace}',
  'mark{background:none;color:#b8231a;font-weight:600}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0;font-size:.8125rem}',
  'dt{color:#565963}dd{margin:0}a{color:#5142d6;margin-inline-end:.5rem}',
  'button{font:inherit;min-height:2rem;padding:0 .75rem;margin:.25rem .5rem .25rem 0;cursor:pointer}',
  'button{background:#fff;color:#1d1e23;border:1px solid #8b8e98;border-radius:6px}',
  'button[data-fix]{background:#5142d6;border-color:#5142d6;color:#fff;font-weight:600}',
  ':focus-visible{outline:2px solid #5142d6;outline-offset:2px}',
].join('');

const barCss = [
  ':host{position:fixed;inset:auto 0 0;z-index:2147483647}',
  ':host(.whole){position:static}:host(.whole) div{max-height:none}',
  'details{background:#fff;border-top:3px solid #b8231a}details.warning{border-color:#8a6100}',
  'summary{cursor:pointer;padding:.5rem 1rem;font-size:1rem;font-weight:600}',
  'div{max-height:45vh;overflow:auto;padding:0 1rem 1rem;box-sizing:border-box}',
].join('');

const cardCss =
  ':host{display:block;box-sizing:border-box;max-width:46rem;margin:1rem auto;padding:0 1rem}@media print{:host{display:none}}';

/** Creates the id of a diagnostic. The id is valid until the file changes. */
export const createDiagnosticId = ({ file, range, rule, message, fix }: Diagnostic): string =>
  hash('sha1', JSON.stringify([file, range, rule, message, fix]), 'base64url');

/** Returns the list item of a diagnostic. `position` is the HTML that shows the file and line. */
function renderDiagnosticItem(
  diagnostic: Diagnostic,
  lines: Lines | undefined,
  position: string,
  attributes = '',
  detailNames?: readonly string[],
): string {
  const frame = renderFrame(diagnostic, lines, 100).map((line) => {
    if (line.kind === 'gap') return '    ...';
    if (line.kind === 'source') return `${String(line.number).padStart(4)} | ${escapeMarkup(line.text)}`;
    return `     | <mark>${escapeMarkup(`${line.text} ${line.label}`.trimEnd())}</mark>`;
  });
  const details = listDetails(diagnostic)
    .filter(([name]) => detailNames?.includes(name) ?? true)
    .map(([name, text]) => `<dt>${name}</dt><dd>${renderSentence(text)}</dd>`);
  return [
    `<li class="${diagnostic.severity}"${attributes}><h2>${renderSentence(capitalize(diagnostic.message))}</h2>${position}`,
    frame.length > 0 ? `<pre tabindex="0">${frame.join('\n')}</pre>` : '',
    `<dl>${details.join('')}</dl></li>`,
  ].join('');
}

/** Returns the HTML of a sentence, with words in backticks as code. */
const renderSentence = (sentence: string) =>
  escapeMarkup(sentence).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The content of the bar. */
export interface DiagnosticsBarContent {
  /** All diagnostics of the site. */
  diagnostics: readonly Diagnostic[];
  files: readonly SourceFile[];
  /** Returns whether a diagnostic belongs to the current page. */
  isOwnDiagnostic: (diagnostic: Diagnostic) => boolean;
  /** Returns the URL path of the page that shows a diagnostic, if any. */
  findPagePath: (diagnostic: Diagnostic) => string | undefined;
  /** A sentence to show before the counts. */
  notice?: string | undefined;
  /**
   * The number of diagnostics that the page itself shows. If the page has more than these, the bar is open at first.
   */
  placedCount: number;
  /** Whether the page has the editor. If so, the bar is hidden until the editor opens it. */
  isEditing: boolean;
}

/** Returns the HTML of the bar that lists all diagnostics of the site below a page, and of the page's script. */
export function createDiagnosticsBar(
  content: string,
  { token, siteId, version, isWhole }: { token: string; siteId: string; version: number; isWhole: boolean },
): string {
  const attributes = `data-token="${token}" data-site="${siteId}" data-version="${version}"${isWhole ? ' class="whole"' : ''}`;
  const start = `<pagewright-faults lang="en" dir="ltr" ${attributes}>`;
  const shadow = `<template shadowrootmode="open">${content}</template>`;
  // Use the query `?import`, as in the import that Vite adds to the loader. With a different URL, the script would run
  // twice. A dynamic import does not delay the load event.
  return `${start}${shadow}</pagewright-faults><script type="module">import('${livePath}?import')</script>`;
}

/** Creates the content of the bar. The result is empty if there are no diagnostics and no notice. */
export function createDiagnosticsBarContent(faults: DiagnosticsBarContent): string {
  const { diagnostics, files, isOwnDiagnostic, findPagePath, notice, placedCount, isEditing } = faults;
  if (diagnostics.length === 0 && notice === undefined) return '';
  const errors = filterErrors(diagnostics);
  const ownErrors = errors.filter(isOwnDiagnostic);
  const sortedDiagnostics = [
    ...ownErrors,
    ...errors.filter((diagnostic) => !isOwnDiagnostic(diagnostic)),
    ...diagnostics.filter(({ severity }) => severity === 'warning'),
  ];
  const lines = createLineReader(files);
  const detailNames = isEditing ? detailsInPlace : undefined;
  const items = sortedDiagnostics
    .slice(0, maxItems)
    .map((diagnostic) =>
      renderDiagnosticItem(
        diagnostic,
        lines(diagnostic.file),
        createButtons(diagnostic, findPagePath(diagnostic)),
        '',
        detailNames,
      ),
    );
  const moreCount = sortedDiagnostics.length - items.length;
  const safeFixCount = diagnostics.filter(({ fix }) => fix?.safety === 'safe').length;
  return [
    `<style>${itemsCss}${barCss}${isEditing && notice === undefined ? 'details:not([open]){display:none}' : ''}</style>`,
    `<details data-own="${ownErrors.length}" data-others="${errors.length - ownErrors.length}"`,
    `${errors.length > 0 ? '' : ' class="warning"'}${ownErrors.length > placedCount ? ' open' : ''}>`,
    `<summary>${escapeMarkup(formatProblemCounts(errors.length, diagnostics.length - errors.length, ownErrors.length, notice))}</summary>`,
    '<div><p role="status"></p>',
    safeFixCount > 1 ? `<p><button data-fix="all">Apply all ${safeFixCount} safe fixes</button></p>` : '',
    `<ol>${items.join('')}</ol>`,
    moreCount > 0 ? `<p>${moreCount} more: <code>${formatCommand('validate', '--all')}</code></p>` : '',
    '</div></details>',
  ].join('');
}

/** Names of the details that a card shows. The position of the card on the page makes other details unnecessary. */
const detailsInPlace = ['valid', 'note'];

/** Creates the card that lists the problems in a block or page, for display at the position of these problems. */
export function createDiagnosticsCard(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
): string {
  const lines = createLineReader(files);
  const items = diagnostics.slice(0, maxItems).map((diagnostic) => {
    const attributes = ` id="${getAnchor(diagnostic)}" tabindex="-1"`;
    return renderDiagnosticItem(
      diagnostic,
      lines(diagnostic.file),
      createButtons(diagnostic),
      attributes,
      detailsInPlace,
    );
  });
  return `<style>${itemsCss}${cardCss}</style><ol>${items.join('')}</ol>`;
}

const getAnchor = (diagnostic: Diagnostic) => `fault-${createDiagnosticId(diagnostic)}`;

function formatProblemCounts(
  errors: number,
  warnings: number,
  ownCount: number,
  notice: string | undefined,
): string {
  const ownNote = ownCount === 0 || ownCount === errors ? '' : `, ${ownCount} of them on this page`;
  return [
    ...(notice === undefined ? [] : [notice]),
    ...(errors > 0 ? [`${formatCount(errors, 'problem')} to fix${ownNote}`] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ].join(' · ');
}

function createButtons(diagnostic: Diagnostic, address?: string): string {
  const { file, range, fix } = addNameFix(diagnostic);
  const position = `${file}:${range.start.line}:${range.start.column}`;
  const target = `${resolve(file)}:${range.start.line}:${range.start.column}`;
  const openButton = `<button class="place" title="Open in your editor" data-open="${escapeMarkup(target)}">${escapeMarkup(position)}</button>`;
  const showLink =
    address === undefined ? '' : `<a href="${escapeMarkup(address)}#${getAnchor(diagnostic)}">Show</a>`;
  if (!fix) return openButton + showLink;
  const title = escapeMarkup(fix.title.replaceAll('`', ''));
  const question = fix.safety === 'safe' ? '' : ` data-ask="This is a guess: ${title}?"`;
  return `${openButton}${showLink}<button data-fix="${createDiagnosticId(diagnostic)}"${question}>Fix: ${title}</button>`;
}
