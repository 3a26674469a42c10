import { appendFileSync, writeFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { type CommandContext, defineCommand, runAsProgram, UsageError } from '../system/command.ts';
import { siteOptions, createRepositoryPaths } from '../system/project.ts';
import { check as checkPages, type CheckOptions } from '../../index.ts';
import { watchPages } from '../site/watch-pages.ts';
import { type FormatName, reporters, isFormatName } from '../reporters/index.ts';
import { formatActionsLog, formatJobSummary } from '../reporters/github.ts';
import type { DiagnosticsReport, FormatOptions } from '../reporters/report.ts';
import { getTerminalOptions } from '../reporters/pretty.ts';

export const validate = defineCommand({
  name: 'validate',
  description: 'Checks all pages. In GitHub Actions, it also annotates lines and writes a job summary.',
  arguments: {
    'FILES...': 'Files, folders or patterns to report on (default: all pages)',
    '-': 'Check a page from standard input, with --as',
  },
  options: {
    ...siteOptions,
    format: {
      type: 'string',
      value: 'NAME',
      description: `One of ${Object.keys(reporters).join(', ')} (default: pretty)`,
    },
    output: { type: 'string', value: 'FILE', description: 'Write the report to a file' },
    changed: {
      type: 'string',
      value: 'COMMIT',
      description: 'Report only problems that are new since a commit',
    },
    as: { type: 'string', value: 'FILE', description: 'Path to assume for the page from standard input' },
    watch: { type: 'boolean', default: false, description: 'Check again after each change' },
    all: {
      type: 'boolean',
      default: false,
      description: 'Show every problem, not only the first three of each rule',
    },
    explain: { type: 'string', value: 'RULE', description: 'Explain a rule, with an example' },
  },
  examples: [
    'pages/about',
    '--changed main',
    '--format json --output report.json',
    '- --as pages/about/us.yaml < us.yaml',
  ],
  async run({ values, positionals }, context) {
    if (values.explain !== undefined) {
      const { explainRule } = await import('../reporters/explain.ts');
      context.stdout.write(explainRule(values.explain));
      return 0;
    }
    const format = resolveFormat(values.format, values.output);
    const isFromStdin = positionals.includes('-');
    if (isFromStdin && positionals.length > 1)
      throw new UsageError('`-` reads a page from standard input and cannot be combined with files.');
    if (isFromStdin !== (values.as !== undefined))
      throw new UsageError(
        'A page from standard input needs a path in the pages folder: `- --as pages/about/us.yaml`.',
      );
    const options: CheckOptions = {
      pages: values.pages,
      files: isFromStdin ? [] : positionals,
      changed: values.changed,
      given: values.as === undefined ? undefined : { as: values.as, text: await readAll(context.stdin) },
    };

    if (values.watch) {
      if (isFromStdin || values.output !== undefined || (format !== 'pretty' && format !== 'line'))
        throw new UsageError(
          '`--watch` supports only the formats pretty and line, without `--output` and `-`.',
        );
      const check = async () =>
        reporters[format](await checkPages(options), formatOptions(context, values.all));
      await watchPages(values.pages, check, context);
      return 0;
    }
    const report = await checkPages(options);
    writeReport(report, format, values.output, formatOptions(context, values.all), context);
    return filterErrors(report.diagnostics).length > 0 ? 1 : 0;
  },
});

function resolveFormat(format: string | undefined, output: string | undefined): FormatName {
  if (format === undefined && output !== undefined)
    throw new UsageError('`--output` needs a format: `--format json`, `sarif` or `junit`.');
  if (format === undefined) return 'pretty';
  if (!isFormatName(format))
    throw new UsageError(`Unknown format '${format}'. The formats are ${Object.keys(reporters).join(', ')}.`);
  return format;
}

/** Prints the report. If `output` is given, writes the report to this file and prints it in the format `pretty`. */
function writeReport(
  report: DiagnosticsReport,
  format: FormatName,
  output: string | undefined,
  options: FormatOptions,
  { stdout, env }: CommandContext,
): void {
  if (output !== undefined) writeFileSync(output, reporters[format](report, { ...options, color: false }));
  const printedFormat = output === undefined ? format : 'pretty';
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = env;
  const isInActions = GITHUB_ACTIONS === 'true';
  stdout.write(
    isInActions && printedFormat === 'pretty'
      ? formatActionsLog(report, options)
      : reporters[printedFormat](report, options),
  );
  if (isInActions && GITHUB_STEP_SUMMARY)
    appendFileSync(GITHUB_STEP_SUMMARY, formatJobSummary(report, options));
}

function formatOptions({ stdout, env }: CommandContext, all: boolean): FormatOptions {
  return {
    ...getTerminalOptions(stdout, env),
    all,
    repositoryPath: createRepositoryPaths(env),
    time: new Date(),
  };
}

if (import.meta.main) await runAsProgram(validate);
