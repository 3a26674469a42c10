import { writeFileSync } from 'node:fs';
import { report as reportOn } from '../../index.ts';
import { formatJsonChanges, formatMarkdownReport, formatTextReport } from '../report/print-report.ts';
import { CommandError, defineCommand, runAsProgram, UsageError } from '../system/command.ts';
import { siteOptions } from '../system/project.ts';

const formats = ['text', 'json', 'markdown'];

export const report = defineCommand({
  name: 'report',
  description: 'Shows which pages differ from an earlier version of the site, and why.',
  options: {
    ...siteOptions,
    base: { type: 'string', value: 'COMMIT', description: 'The commit, branch or tag to compare with' },
    format: {
      type: 'string',
      value: 'NAME',
      default: 'text',
      description: `One of ${formats.join(', ')}; markdown is for pull request comments`,
    },
    pictures: {
      type: 'string',
      value: 'DIR',
      description: 'Write the full report, with pictures of pages before and after, to this folder',
    },
    output: { type: 'string', value: 'FILE', description: 'Write the report to a file' },
    link: {
      type: 'string',
      value: 'URL',
      description: 'URL of the full report and its pictures, to link to in a comment',
    },
  },
  examples: [
    '--base main',
    '--base main --pictures review',
    '--base origin/main --format markdown --output report.md',
  ],
  async run({ values: { pages, base, format, output, link, pictures } }, { stdout, env }) {
    if (base === undefined) throw new UsageError('Specify the version to compare with: `--base main`.');
    if (!formats.includes(format))
      throw new UsageError(`Unknown format '${format}'. The formats are ${formats.join(', ')}.`);
    const changes = await reportOn({ pages, base, pictures, env });
    const text =
      format === 'json'
        ? formatJsonChanges(changes)
        : format === 'markdown'
          ? formatMarkdownReport(changes, link)
          : formatTextReport(changes);
    if (output === undefined) stdout.write(text);
    else writeFileSync(output, text);
    if (changes.pictureProblem !== undefined) throw new CommandError(changes.pictureProblem);
  },
});

if (import.meta.main) await runAsProgram(report);
