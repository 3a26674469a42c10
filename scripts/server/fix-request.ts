import type { IncomingMessage } from 'node:http';
import { isMapping } from '../../schema/base/data.ts';
import { matchesDisk, writeFixed } from '../site/changed-file.ts';
import type { DevSite } from '../site/dev-site.ts';
import { fixOne } from '../site/fix-pages.ts';
import { fixSite } from '../site/fix-site.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { withText } from '../site/read-pages.ts';
import { CommandError } from '../system/command.ts';
import { count } from '../../schema/base/text.ts';
import { type Answer, plainAnswer } from './answer.ts';
import { faultId } from './fault-bar.ts';
import { bodyOf, isOwnPage } from './request-guard.ts';

/** The path for requests of pages of the dev server to fix faults. */
export const fixPath = '/__fix';

/**
 * Fixes a fault, or all faults with a safe fix like `npm run fix`. Answers with a sentence for the author. Only pages
 * of this server may send these requests.
 */
export async function answerFix(incoming: IncomingMessage, pages: string, live: DevSite): Promise<Answer> {
  const { method, headers } = incoming;
  if (method !== 'POST') return plainAnswer(405, 'Use POST to fix faults.');
  if (!isOwnPage(headers)) return plainAnswer(403, 'This page cannot change files. Reload it.');
  const body = await bodyOf(incoming);
  const id = isMapping(body) ? body['fault'] : undefined;
  if (typeof id !== 'string') return plainAnswer(400, 'The request does not name a fault to fix.');
  try {
    return id === 'all' ? await fixAll(pages) : fixFault(id, live.now());
  } catch (problem) {
    if (problem instanceof CommandError) return plainAnswer(500, problem.message);
    throw problem;
  }
}

const wasChanged = (file: string) =>
  plainAnswer(409, `${file} was not changed: it was modified in the meantime, or is not saved as UTF-8.`);

function fixFault(id: string, { diagnostics, files: { sources } }: LoadedSite): Answer {
  const found = diagnostics.find((diagnostic) => diagnostic.fix && faultId(diagnostic) === id);
  const source = sources.find(({ file }) => file === found?.file);
  if (!found || !source) return plainAnswer(409, 'This fault no longer exists. Reload the page.');
  const before = withText(source);
  if (!matchesDisk(before) || !writeFixed(before, fixOne(before.text, found))) return wasChanged(found.file);
  return plainAnswer(200, `Fixed: ${found.fix?.title}.`);
}

async function fixAll(pages: string): Promise<Answer> {
  const { applied, changed } = await fixSite({ pages });
  const skipped = changed.find(({ isSkipped }) => isSkipped);
  return skipped
    ? wasChanged(skipped.before.file)
    : plainAnswer(200, `${count(applied.length, 'fix', 'fixes')} in ${count(changed.length, 'file')}.`);
}
