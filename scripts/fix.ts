import { filterErrors } from '../schema/diagnostics/diagnostic.ts';
import { defineCommand, runAsProgram } from './system/command.ts';
import { count } from './system/format.ts';
import { siteOptions } from './system/project.ts';
import { chosenFiles } from './source/check-pages.ts';
import { lookAgain } from './source/look-again.ts';
import { isAsRead, patchOf, writeFixed } from './source/changed-file.ts';
import { fixPages } from './source/fix-pages.ts';
import { assetsReader } from './source/read-public.ts';
import { readSourceFiles, withText } from './source/read-pages.ts';
import { prettyReport, terminalOptions } from './reporters/pretty.ts';

export const fix = defineCommand({
  name: 'fix',
  description: 'Applies the safe fixes to pages. Comments and the order of settings stay.',
  arguments: { 'FILES...': 'Files, folders or patterns to fix (default: all pages)' },
  options: {
    ...siteOptions,
    suggested: { type: 'boolean', default: false, description: 'Also apply fixes that are guesses' },
    'dry-run': { type: 'boolean', default: false, description: 'Print the changes without writing them' },
  },
  examples: ['--dry-run', 'pages/about --suggested'],
  async run({ values, positionals }, { stdout, stderr, env }) {
    const start = performance.now();
    const { before, isChosen, notUtf8, files, applied, checked } = await lookAgain(values.pages, () => {
      const before = readSourceFiles(values.pages).map(withText);
      const isChosen = chosenFiles(positionals, before);
      const notUtf8 = before.filter((source) => isChosen(source.file) && !isAsRead(source));
      const fixed = fixPages(
        before,
        // With photos, as in a check, so that both say the same.
        assetsReader(values.pages)(),
        values.suggested ? 'suggested' : 'safe',
        (source) => isChosen(source.file) && !notUtf8.some(({ file }) => file === source.file),
      );
      return { ...fixed, before, isChosen, notUtf8 };
    });

    const changed = files.flatMap((after, index) => {
      const source = before[index];
      return source && source.text !== after.text ? [{ source, after }] : [];
    });
    for (const { source, after } of changed) {
      if (values['dry-run']) stdout.write(patchOf(source, after));
      else if (!writeFixed(source, after.text))
        stderr.write(`${source.file} was not changed: another program has just modified it.\n`);
    }
    for (const { diagnostic, fix } of applied)
      stderr.write(`${diagnostic.file}:${diagnostic.range.start.line}: ${fix.title} [${diagnostic.rule}]\n`);
    for (const { file } of notUtf8) stderr.write(`${file} was not changed: it is not saved as UTF-8.\n`);
    const dryRun =
      values['dry-run'] && changed.length > 0 ? ', not written: run the command without `--dry-run`' : '';
    stderr.write(
      `${count(applied.length, 'fix', 'fixes')} in ${count(changed.length, 'file')}${dryRun}.\n\n`,
    );
    const diagnostics = checked.diagnostics.filter(
      ({ file, rule }) => isChosen(file) || rule === 'missing-file',
    );
    stderr.write(
      prettyReport(
        { ...checked, diagnostics, files, milliseconds: performance.now() - start },
        terminalOptions(stderr, env),
      ),
    );
    return filterErrors(diagnostics).length > 0 ? 1 : 0;
  },
});

if (import.meta.main) await runAsProgram(fix);
