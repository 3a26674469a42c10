import { appendFileSync, writeFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { errorsIn } from '../schema/diagnostics/diagnostic.ts';
import { readOptions, runCommand, WrongUse } from './base/command.ts';
import { repositoryPaths } from './base/repository-path.ts';
import { checkedPages, type PagesQuestion } from './pages/check-pages.ts';
import { watchPages } from './pages/watch-pages.ts';
import { type FormatName, formats, isFormat } from './report/formats.ts';
import { actionsLog } from './report/github-annotations.ts';
import { jobSummary } from './report/github-summary.ts';
import type { DiagnosticsReport, FormatOptions } from './report/report.ts';
import { explain } from './report/rule-text.ts';
import { terminalOptions } from './report/terminal.ts';

const options = {
  pages: { type: 'string', default: 'pages' },
  format: { type: 'string' },
  output: { type: 'string' },
  changed: { type: 'string' },
  as: { type: 'string' },
  watch: { type: 'boolean', default: false },
  explain: { type: 'string' },
} as const;

await runCommand(async () => {
  const { values, positionals } = readOptions(options, { files: true });
  if (values.explain !== undefined) {
    process.stdout.write(explain(values.explain));
    return 0;
  }
  const format = formatOf(values.format, values.output);
  const fromInput = positionals.includes('-');
  if (fromInput && positionals.length > 1)
    throw new WrongUse(
      '`-` stands for a page read from standard input, so no other file can be named beside it.',
    );
  if (fromInput !== (values.as !== undefined))
    throw new WrongUse(
      'A page from standard input needs a place in the pages folder: `- --as pages/about/us.yaml`.',
    );
  const question: PagesQuestion = {
    folder: values.pages,
    files: fromInput ? [] : positionals,
    ...(values.changed === undefined ? {} : { changed: values.changed }),
    ...(values.as === undefined ? {} : { given: { as: values.as, text: await readAll(process.stdin) } }),
  };

  if (values.watch) {
    if (fromInput || values.output !== undefined || (format !== 'pretty' && format !== 'line'))
      throw new WrongUse(
        '`--watch` shows faults to people, so it goes with the formats pretty and line only.',
      );
    watchPages(values.pages, () => formats[format](checkedPages(question), formatOptions()));
    return 0;
  }
  const report = checkedPages(question);
  write(report, format, values.output);
  return errorsIn(report.diagnostics).length > 0 ? 1 : 0;
});

function formatOf(format: string | undefined, output: string | undefined): FormatName {
  if (format === undefined && output !== undefined)
    throw new WrongUse('Say in which form to write the file: `--format json`, `sarif` or `junit`.');
  if (format === undefined) return 'pretty';
  if (!isFormat(format))
    throw new WrongUse(`There is no format ${format}. The formats are ${Object.keys(formats).join(', ')}.`);
  return format;
}

/** The chosen form goes to the file, if there is one; then people still see the faults. */
function write(report: DiagnosticsReport, format: FormatName, output: string | undefined): void {
  if (output !== undefined)
    writeFileSync(output, formats[format](report, { ...formatOptions(), color: false }));
  const shown = output === undefined ? format : 'pretty';
  const inActions = process.env['GITHUB_ACTIONS'] === 'true';
  process.stdout.write(
    inActions && shown === 'pretty'
      ? actionsLog(report, formatOptions())
      : formats[shown](report, formatOptions()),
  );
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (inActions && summary) appendFileSync(summary, jobSummary(report, formatOptions()));
}

function formatOptions(): FormatOptions {
  return { ...terminalOptions(process.stdout), repositoryPath: repositoryPaths(), time: new Date() };
}
