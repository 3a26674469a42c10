import type { SourceFile } from '../../schema/content/source-file.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { count, escape } from '../system/format.ts';
import { renderFrame } from '../reporters/code-frame.ts';
import { factsOf } from '../reporters/pretty.ts';
import { linesByFile } from '../reporters/report.ts';
import { htmlDocument, htmlText } from '../outputs/documents.ts';
import { clockAt } from '../../schema/content/time-zones.ts';
import type { Website } from '../../schema/checker/check.ts';
import type { Page } from '../../schema/content/page.ts';
import type { PageView } from '../../src/render/entry-server.tsx';

const css = [
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1.5rem}',
  'body{color:#1b2522;background:#fff}',
  'h1,h2{line-height:1.2}',
  'h2{font-size:1.1rem;margin:0}',
  'ol{padding:0;list-style:none;display:grid;gap:2rem}',
  'li{border-left:4px solid #a3261b;padding:.25rem 0 .25rem 1rem}',
  'li.warning{border-color:#8a6100}',
  'pre{background:#f3f5f4;padding:.75rem 1rem;overflow-x:auto;font:.875rem/1.5 ui-monospace,monospace}',
  'mark{background:none;color:#a3261b;font-weight:700}',
  'code{color:#4b5d58}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0}',
  'dt{color:#4b5d58}',
  'dd{margin:0}',
].join('');

/** Renders the diagnostics in place of a page with errors, as in the terminal. */
export function diagnosticsDocument(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
): string {
  const lines = linesByFile(files);
  const items = diagnostics.map((diagnostic) => {
    const frame = renderFrame(diagnostic, lines(diagnostic.file), 100).map((line) => {
      if (line.kind === 'gap') return '    ...';
      if (line.kind === 'source') return `${String(line.number).padStart(4)} | ${escape(line.text)}`;
      return `     | <mark>${escape(`${line.text} ${line.label}`.trimEnd())}</mark>`;
    });
    const facts = factsOf(diagnostic).map(([name, text]) => `<dt>${name}</dt><dd>${escape(text)}</dd>`);
    const { severity, message, file, range } = diagnostic;
    const position = `${file}:${range.start.line}:${range.start.column}`;
    return [
      `<li class="${severity}"><h2>${escape(message)}</h2><code>${escape(position)}</code>`,
      frame.length > 0 ? `<pre>${frame.join('\n')}</pre>` : '',
      `<dl>${facts.join('')}</dl></li>`,
    ].join('');
  });
  const heading = `${count(diagnostics.length, 'fault')} to fix`;
  const document = htmlDocument(
    { language: 'en' },
    {
      head: `<title>${heading}</title><style>${css}</style>`,
      body:
        `<h1>${heading}</h1><p>This page appears here as soon as you fix and save the file.</p>` +
        `<ol>${items.join('')}</ol>`,
    },
  );
  return htmlText(document);
}

/** Says that there is no page at an address, for a site without `404.yaml`. */
export function noPageDocument(path: string): string {
  const heading = 'There is no page at this address';
  const document = htmlDocument(
    { language: 'en' },
    {
      head: `<title>${heading}</title><style>${css}</style>`,
      body:
        `<h1>${heading}</h1><p>No file of the site makes <code>${escape(path)}</code>. ` +
        'The site has no <code>404.yaml</code> either, which visitors would see here.</p>',
    },
  );
  return htmlText(document);
}

type Notice = NonNullable<NonNullable<PageView['header']>['notice']>;

/** Returns the notice above a page that is not public, if any. */
export function draftNotice({ path, status }: Page, { hidden, site }: Website): Notice | undefined {
  const found = hidden.get(path);
  if (found && 'at' in found) {
    const when = clockAt(found.at, site.zone);
    const text = found.state === 'soon' ? `Visitors see this page from ${when} on.` : `Over since ${when}.`;
    return { label: 'Not public', text };
  }
  return status === 'draft' ? { label: 'Draft', text: 'A draft: visitors cannot open it.' } : undefined;
}

/** Adds a notice to a page view. */
export function withNotice(view: PageView, notice: Notice | undefined): PageView {
  return notice ? { ...view, header: { ...view.header, notice } } : view;
}
