import type { SourceFile } from '../schema/check.ts';
import { type Fault } from '../schema/fault.ts';
import { htmlDocument } from './document.ts';
import { count } from './report.ts';

const css = `body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1.5rem;color:#1b2522}h1{line-height:1.2}ol{padding:0;list-style:none;display:grid;gap:1.5rem}li{border-left:4px solid #a3261b;padding:.25rem 0 .25rem 1rem}pre{background:#f3f5f4;padding:.75rem 1rem;overflow-x:auto}code{color:#4b5d58}`;

/** What an author sees in the browser in place of a page with faults. */
export function faultsDocument(faults: readonly Fault[], files: readonly SourceFile[]): string {
  const items = faults.map((fault) => {
    const line = files.find(({ file }) => file === fault.file)?.text.split('\n')[fault.line - 1] ?? '';
    return `<li><code>${escape(`${fault.file}:${fault.line}:${fault.column}`)}</code><br>${escape(fault.message)}<pre>${escape(`${fault.line} | ${line}`)}\n${' '.repeat(String(fault.line).length + 2 + fault.column)}^</pre></li>`;
  });
  const heading = `${count(faults.length, 'fault')} to mend`;
  return htmlDocument({ language: 'en' }, `<title>${heading}</title><style>${css}</style>`, `<h1>${heading}</h1><p>This page appears here as soon as you have mended and saved the file.</p><ol>${items.join('')}</ol>`);
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
