import { appendFileSync, writeFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { filterErrors } from '../schema/diagnostics/diagnostic.ts';
import {
  type CommandContext,
  defineCommand,
  parseOptions,
  runAsProgram,
  UsageError,
} from './system/command.ts';
import { siteOptions, repositoryPaths } from './system/project.ts';
import { checkedPages, type PagesQuestion } from './source/check-pages.ts';
import { watchPages } from './source/watch.ts';
import { type FormatName, formats, isFormat } from './reporters/index.ts';
import { reportForActions, jobSummary } from './reporters/github.ts';
import type { DiagnosticsReport, FormatOptions } from './reporters/report.ts';
import { explainRule } from './reporters/explain.ts';
import { terminalOptions } from './reporters/pretty.ts';

const options = {
  ...siteOptions,
  format: { type: 'string' },
  output: { type: 'string' },
  changed: { type: 'string' },
  as: { type: 'string' },
  watch: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  explain: { type: 'string' },
} as const;

export const validate = defineCommand(async (call) => {
  const { values, positionals } = parseOptions(call.args, options, { files: true });
  if (values.explain !== undefined) {
    call.stdout.write(explainRule(values.explain));
    return 0;
  }
  const format = formatOf(values.format, values.output);
  const fromInput = positionals.includes('-');
  if (fromInput && positionals.length > 1)
    throw new UsageError(
      '`-` stands for a page read from standard input, so no other file can be named beside it.',
    );
  if (fromInput !== (values.as !== undefined))
    throw new UsageError(
      'A page from standard input needs a place in the pages folder: `- --as pages/about/us.yaml`.',
    );
  const question: PagesQuestion = {
    folder: values.pages,
    files: fromInput ? [] : positionals,
    changed: values.changed,
    given: values.as === undefined ? undefined : { as: values.as, text: await readAll(call.stdin) },
  };

  if (values.watch) {
    if (fromInput || values.output !== undefined || (format !== 'pretty' && format !== 'line'))
      throw new UsageError(
        '`--watch` shows faults to people, so it goes with the formats pretty and line only.',
      );
    const check = () => formats[format](checkedPages(question), formatOptions(call, values.all));
    await watchPages(values.pages, check, call);
    return 0;
  }
  const report = checkedPages(question);
  write(report, format, values.output, formatOptions(call, values.all), call);
  return filterErrors(report.diagnostics).length > 0 ? 1 : 0;
});

function formatOf(format: string | undefined, output: string | undefined): FormatName {
  if (format === undefined && output !== undefined)
    throw new UsageError('Say in which form to write the file: `--format json`, `sarif` or `junit`.');
  if (format === undefined) return 'pretty';
  if (!isFormat(format))
    throw new UsageError(`There is no format ${format}. The formats are ${Object.keys(formats).join(', ')}.`);
  return format;
}

/** The chosen format goes to the file, if there is one; then people still see the diagnostics. */
function write(
  report: DiagnosticsReport,
  format: FormatName,
  output: string | undefined,
  options: FormatOptions,
  call: CommandContext,
): void {
  if (output !== undefined) writeFileSync(output, formats[format](report, { ...options, color: false }));
  const shown = output === undefined ? format : 'pretty';
  const { GITHUB_ACTIONS: inActions, GITHUB_STEP_SUMMARY: summary } = call.env;
  const marksLines = inActions === 'true';
  call.stdout.write(
    marksLines && shown === 'pretty' ? reportForActions(report, options) : formats[shown](report, options),
  );
  if (marksLines && summary) appendFileSync(summary, jobSummary(report, options));
}

function formatOptions({ stdout, env }: CommandContext, all: boolean): FormatOptions {
  return { ...terminalOptions(stdout, env), all, repositoryPath: repositoryPaths(env), time: new Date() };
}

if (import.meta.main) await runAsProgram(validate);
