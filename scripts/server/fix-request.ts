import type { IncomingMessage } from 'node:http';
import { isMapping } from '../../schema/base/data.ts';
import { isSameOnDisk, writeFixedText } from '../site/changed-file.ts';
import type { DevSite } from '../site/dev-site.ts';
import { addNameFix, applyFix } from '../site/fix-pages.ts';
import { fixSite } from '../site/fix-site.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { copyWithText } from '../site/read-pages.ts';
import { CommandError } from '../system/command.ts';
import { formatCount } from '../../schema/base/text.ts';
import { type Answer, createTextAnswer } from './answer.ts';
import { createDiagnosticId } from './fault-bar.ts';
import { readJsonBody, isOwnPageRequest } from './request-guard.ts';

/** The path for requests to fix diagnostics. Pages of the dev server send these requests. */
export const fixPath = '/__fix';

/**
 * Fixes one diagnostic, or all diagnostics with a safe fix, like `npm run fix`. Responds with a sentence for the
 * author. Refuses requests that do not come from a page of this server.
 */
export async function answerFix(
  request: IncomingMessage,
  pagesFolder: string,
  live: DevSite,
): Promise<Answer> {
  const { method, headers } = request;
  if (method !== 'POST') return createTextAnswer(405, 'Use POST to fix problems.');
  if (!isOwnPageRequest(headers)) return createTextAnswer(403, 'This page cannot change files. Reload it.');
  const body = await readJsonBody(request);
  const id = isMapping(body) ? body['fault'] : undefined;
  if (typeof id !== 'string') return createTextAnswer(400, 'The request does not name a problem to fix.');
  try {
    return id === 'all' ? await fixAll(pagesFolder) : fixFault(id, live.readCurrent());
  } catch (error) {
    if (error instanceof CommandError) return createTextAnswer(500, error.message);
    throw error;
  }
}

const refuseChangedFile = (file: string) =>
  createTextAnswer(
    409,
    `${file} was not changed: it was modified in the meantime, or is not saved as UTF-8.`,
  );

function fixFault(id: string, { diagnostics, files: { sources } }: LoadedSite): Answer {
  const diagnostic = diagnostics.find((candidate) => createDiagnosticId(candidate) === id);
  const diagnosticToFix = diagnostic && addNameFix(diagnostic);
  const source = sources.find(({ file }) => file === diagnosticToFix?.file);
  if (!diagnosticToFix?.fix || !source)
    return createTextAnswer(409, 'This problem no longer exists. Reload the page.');
  const before = copyWithText(source);
  if (!isSameOnDisk(before) || !writeFixedText(before, applyFix(before.text, diagnosticToFix)))
    return refuseChangedFile(diagnosticToFix.file);
  return createTextAnswer(200, `Fixed: ${diagnosticToFix.fix.title}.`);
}

async function fixAll(pagesFolder: string): Promise<Answer> {
  const { applied, changed } = await fixSite({ pages: pagesFolder });
  const skipped = changed.find(({ isSkipped }) => isSkipped);
  return skipped
    ? refuseChangedFile(skipped.before.file)
    : createTextAnswer(
        200,
        `${formatCount(applied.length, 'fix', 'fixes')} in ${formatCount(changed.length, 'file')}.`,
      );
}
