import { commandText } from '../system/command-text.ts';
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { Lines } from '../../schema/diagnostics/positions.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { escape } from '../system/format.ts';
import { count } from '../../schema/base/text.ts';
import { linesByFile } from '../reporters/report.ts';
import { renderFrame } from '../reporters/code-frame.ts';
import { factsOf } from '../reporters/pretty.ts';

/** Max. number of listed diagnostics. More would slow down every page. */
const maxItems = 100;

/** The script of all pages of the dev server. */
export const livePath = '/src/client/live.tsx';

/** The script of the editor. */
export const editorPath = '/src/editor/start.ts';

const itemsCss = [
  ':host{all:initial;color-scheme:light;font:.875rem/1.5 system-ui,sans-serif;color:#1d1e23;text-align:start}',
  'ol{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}',
  'li{background:#fff;border:2px solid #b8231a;border-radius:10px;padding:.75rem 1rem}',
  'li.warning{border-color:#8a6100}',
  'h2{font-size:.9375rem;font-weight:600;margin:0 0 .25rem}',
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

/** Returns an id of a diagnostic, which is valid until its file changes. */
export const faultId = ({ file, range, rule, message, fix }: Diagnostic): string =>
  hash('sha1', JSON.stringify([file, range, rule, message, fix]), 'base64url');

/** Returns the list item of a diagnostic. `position` is the HTML of its position. */
function diagnosticItem(
  diagnostic: Diagnostic,
  lines: Lines | undefined,
  position: string,
  attributes = '',
  names?: readonly string[],
): string {
  const frame = renderFrame(diagnostic, lines, 100).map((line) => {
    if (line.kind === 'gap') return '    ...';
    if (line.kind === 'source') return `${String(line.number).padStart(4)} | ${escape(line.text)}`;
    return `     | <mark>${escape(`${line.text} ${line.label}`.trimEnd())}</mark>`;
  });
  const facts = factsOf(diagnostic)
    .filter(([name]) => names?.includes(name) ?? true)
    .map(([name, text]) => `<dt>${name}</dt><dd>${escape(text)}</dd>`);
  return [
    `<li class="${diagnostic.severity}"${attributes}><h2>${escape(diagnostic.message)}</h2>${position}`,
    frame.length > 0 ? `<pre tabindex="0">${frame.join('\n')}</pre>` : '',
    `<dl>${facts.join('')}</dl></li>`,
  ].join('');
}

/** The content of the bar. */
export interface Faults {
  /** All diagnostics of the site. */
  diagnostics: readonly Diagnostic[];
  files: readonly SourceFile[];
  /** Whether a diagnostic belongs to the current page. */
  isOwn: (diagnostic: Diagnostic) => boolean;
  /** Returns the URL path of a page that shows a diagnostic, if any. */
  addressOf: (diagnostic: Diagnostic) => string | undefined;
  /** A sentence to show before the counts. */
  notice?: string | undefined;
  /** The number of faults that the page itself shows. If it has more, the bar is initially open. */
  placed: number;
  /** Whether the page has the editor. The bar is then hidden until the editor opens it. */
  isEditing: boolean;
}

/** Returns the bar below a page with all faults of the site, and the script of the page. */
export function faultBar(
  content: string,
  { token, version, isWhole }: { token: string; version: number; isWhole: boolean },
): string {
  const start = `<pagewright-faults lang="en" dir="ltr" data-token="${token}" data-version="${version}"${isWhole ? ' class="whole"' : ''}>`;
  const shadow = `<template shadowrootmode="open">${content}</template>`;
  // The query is the one Vite adds to imports of the loader, so that the script runs only once. Does not delay the load
  // event.
  return `${start}${shadow}</pagewright-faults><script type="module">import('${livePath}?import')</script>`;
}

/** Returns the content of the bar. It is empty if there are no diagnostics and no notice. */
export function faultBarContent(faults: Faults): string {
  const { diagnostics, files, isOwn, addressOf, notice, placed, isEditing } = faults;
  if (diagnostics.length === 0 && notice === undefined) return '';
  const errors = filterErrors(diagnostics);
  const own = errors.filter(isOwn);
  const inOrder = [
    ...own,
    ...errors.filter((one) => !isOwn(one)),
    ...diagnostics.filter(({ severity }) => severity === 'warning'),
  ];
  const lines = linesByFile(files);
  const names = isEditing ? factsInPlace : undefined;
  const items = inOrder
    .slice(0, maxItems)
    .map((one) => diagnosticItem(one, lines(one.file), buttonsOf(one, addressOf(one)), '', names));
  const more = inOrder.length - items.length;
  const safe = diagnostics.filter(({ fix }) => fix?.safety === 'safe').length;
  return [
    `<style>${itemsCss}${barCss}${isEditing && notice === undefined ? 'details:not([open]){display:none}' : ''}</style>`,
    `<details data-own="${own.length}" data-others="${errors.length - own.length}"`,
    `${errors.length > 0 ? '' : ' class="warning"'}${own.length > placed ? ' open' : ''}>`,
    `<summary>${escape(problemSummary(errors.length, diagnostics.length - errors.length, own.length, notice))}</summary>`,
    '<div><p role="status"></p>',
    safe > 1 ? `<p><button data-fix="all">Apply all ${safe} safe fixes</button></p>` : '',
    `<ol>${items.join('')}</ol>`,
    more > 0 ? `<p>${more} more: <code>${commandText('validate', '--all')}</code></p>` : '',
    '</div></details>',
  ].join('');
}

/** The details that a card shows with the message. Its position makes the others unnecessary. */
const factsInPlace = ['valid', 'note'];

/** Returns the card with the faults of a block or of the page, shown in its position. */
export function faultCard(faults: readonly Diagnostic[], files: readonly SourceFile[]): string {
  const lines = linesByFile(files);
  const items = faults.slice(0, maxItems).map((one) => {
    const attributes = ` id="${anchorOf(one)}" tabindex="-1"`;
    return diagnosticItem(one, lines(one.file), buttonsOf(one), attributes, factsInPlace);
  });
  return `<style>${itemsCss}${cardCss}</style><ol>${items.join('')}</ol>`;
}

const anchorOf = (diagnostic: Diagnostic) => `fault-${faultId(diagnostic)}`;

function problemSummary(errors: number, warnings: number, own: number, notice: string | undefined): string {
  const here = own === 0 || own === errors ? '' : `, ${own} of them on this page`;
  return [
    ...(notice === undefined ? [] : [notice]),
    ...(errors > 0 ? [`${count(errors, 'fault')} to fix${here}`] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(' · ');
}

function buttonsOf(diagnostic: Diagnostic, address?: string): string {
  const { file, range, fix } = diagnostic;
  const place = `${file}:${range.start.line}:${range.start.column}`;
  const target = `${resolve(file)}:${range.start.line}:${range.start.column}`;
  const open = `<button class="place" title="Open in your editor" data-open="${escape(target)}">${escape(place)}</button>`;
  const show = address === undefined ? '' : `<a href="${escape(address)}#${anchorOf(diagnostic)}">Show</a>`;
  if (!fix) return open + show;
  const question = fix.safety === 'safe' ? '' : ` data-ask="This is a guess: ${escape(fix.title)}?"`;
  return `${open}${show}<button data-fix="${faultId(diagnostic)}"${question}>Fix: ${escape(fix.title)}</button>`;
}
