import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { matchesDisk, writeFixed } from '../site/changed-file.ts';
import { fixOne, fixPages } from '../site/fix-pages.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { withText } from '../site/read-pages.ts';
import { CommandError } from '../system/command.ts';
import { count } from '../system/format.ts';
import { faultId } from './fault-bar.ts';
import { isOwnPage } from './own-page.ts';

/** The path to which pages of the dev server post what to fix. */
export const fixPath = '/__fix';

/** The answer: a status code, and a sentence for the author. */
interface FixAnswer {
  status: number;
  text: string;
}

/** Fixes a fault, or all that have a safe fix, as `npm run fix` does. Only pages of this server may ask. */
export async function answerFix(incoming: IncomingMessage, site: () => LoadedSite): Promise<FixAnswer> {
  const { method, headers } = incoming;
  if (method !== 'POST') return { status: 405, text: 'Post what to fix.' };
  if (!isOwnPage(headers)) return { status: 403, text: 'This page may not change files. Reload it.' };
  const id = faultIn(await text(incoming));
  if (id === undefined) return { status: 400, text: 'This is no request to fix something.' };
  try {
    return id === 'all' ? fixAll(site()) : fixFault(id, site());
  } catch (problem) {
    if (problem instanceof CommandError) return { status: 500, text: problem.message };
    throw problem;
  }
}

function faultIn(body: string): string | undefined {
  try {
    const { fault } = JSON.parse(body) as { fault?: unknown }; // or another value without it
    return typeof fault === 'string' ? fault : undefined;
  } catch {
    return undefined;
  }
}

const wasChanged = (file: string): FixAnswer => ({
  status: 409,
  text: `${file} was not changed: it has been modified since, or is not saved as UTF-8.`,
});

function fixFault(id: string, { diagnostics, files: { sources } }: LoadedSite): FixAnswer {
  const found = diagnostics.find((diagnostic) => diagnostic.fix && faultId(diagnostic) === id);
  const source = sources.find(({ file }) => file === found?.file);
  if (!found || !source) return { status: 409, text: 'This fault is not there any more. Reload the page.' };
  const before = withText(source);
  if (!matchesDisk(before) || !writeFixed(before, fixOne(before.text, found))) return wasChanged(found.file);
  return { status: 200, text: `Fixed: ${found.fix?.title}.` };
}

function fixAll({ files: { sources }, assets }: LoadedSite): FixAnswer {
  const before = sources.map(withText);
  const fixed = fixPages(before, assets, 'safe', matchesDisk);
  let written = 0;
  for (const [at, after] of fixed.files.entries()) {
    const source = before[at];
    if (!source || source.text === after.text) continue;
    if (!writeFixed(source, after.text)) return wasChanged(source.file);
    written++;
  }
  return {
    status: 200,
    text: `${count(fixed.applied.length, 'fix', 'fixes')} in ${count(written, 'file')}.`,
  };
}
