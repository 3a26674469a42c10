import { readFileSync } from 'node:fs';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { SourceFile } from '../schema/content/source-file.ts';
import { filterErrors } from '../schema/diagnostics/diagnostic.ts';
import { defineCommand, CommandError, parseOptions, runAsProgram } from './system/command.ts';
import { count } from './system/format.ts';
import { siteOptions } from './system/project.ts';
import { systemErrorMessage } from './system/errors.ts';
import { replaceAtomic } from './system/files.ts';
import { chosenFiles } from './source/check-pages.ts';
import { fixPages } from './source/fix-pages.ts';
import { readAssets } from './source/read-public.ts';
import { readSourceFiles } from './source/read-pages.ts';
import { prettyReport, terminalOptions } from './reporters/pretty.ts';

export const fix = defineCommand(async ({ args, stdout, stderr, env }) => {
  const { values, positionals } = parseOptions(
    args,
    {
      ...siteOptions,
      suggested: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
    { files: true },
  );
  const start = performance.now();
  const before = readSourceFiles(values.pages);
  const chosen = chosenFiles(positionals, before);
  const foreign = before.filter((source) => chosen(source.file) && !isAsRead(source));
  const { files, applied, checked } = fixPages(
    before,
    readAssets(values.pages),
    values.suggested ? 'suggested' : 'safe',
    (source) => chosen(source.file) && !foreign.some(({ file }) => file === source.file),
  );

  const changed = files.flatMap((after, index) => {
    const was = before[index];
    return was && was.text !== after.text ? [{ was, after }] : [];
  });
  for (const { was, after } of changed) {
    if (values['dry-run']) stdout.write(patchOf(was, after));
    else if (isAsRead(was)) replaceWhole(was.file, after.text);
    else stderr.write(`${was.file} was changed by somebody else in the meantime and is left as it is.\n`);
  }
  for (const { diagnostic, fix } of applied)
    stderr.write(`${diagnostic.file}:${diagnostic.range.start.line}: ${fix.title} [${diagnostic.rule}]\n`);
  for (const { file } of foreign)
    stderr.write(`${file} is not saved as UTF-8, so nothing in it is changed.\n`);
  const notYet =
    values['dry-run'] && changed.length > 0 ? ', not yet made: run the command without `--dry-run`' : '';
  stderr.write(`${count(applied.length, 'fix', 'fixes')} in ${count(changed.length, 'file')}${notYet}.\n\n`);
  const diagnostics = checked.diagnostics.filter(({ file }) => chosen(file));
  stderr.write(
    prettyReport(
      { ...checked, diagnostics, files, milliseconds: performance.now() - start },
      terminalOptions(stderr, env),
    ),
  );
  return filterErrors(diagnostics).length > 0 ? 1 : 0;
});

function replaceWhole(file: string, text: string): void {
  try {
    replaceAtomic(file, text);
  } catch (problem) {
    const reason = systemErrorMessage(problem, file);
    throw reason === undefined ? problem : new CommandError(`${file} is as it was, because ${reason}.`);
  }
}

/**
 * Whether the file on disk is still, byte for byte, what was read: else writing it would change more than the
 * fixes do.
 */
function isAsRead({ file, text }: SourceFile): boolean {
  return readFileSync(file).equals(Buffer.from(text));
}

/** What changed in a file, in the form that `patch` and `git apply` read. */
function patchOf({ file, text }: SourceFile, after: SourceFile): string {
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, text, after.text, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

if (import.meta.main) await runAsProgram(fix);
