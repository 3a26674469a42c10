import { defineCommand, parseOptions, runAsProgram, UsageError } from '../../scripts/system/command.ts';
import { benchBuild } from './build.ts';
import { benchMessages } from './messages.ts';
import { benchVisitor } from './visitor.ts';

/** What a benchmark is run with. */
export interface BenchOptions {
  /** Sizes of the generated sites. */
  pages: readonly number[];
  rounds: number;
  write(text: string): unknown;
}

const benchmarks: Readonly<Record<string, (options: BenchOptions) => Promise<void>>> = {
  build: (options) => benchBuild(options),
  checker: (options) => benchBuild(options, 'checker'),
  messages: benchMessages,
  visitor: benchVisitor,
};

const options = {
  pages: { type: 'string', default: '30,1000,10000' },
  rounds: { type: 'string', default: '3' },
} as const;

/** `npm run bench`: measures builds, the checker, the message server and page loads. */
export const bench = defineCommand(async ({ args, stdout }) => {
  const { values, positionals } = parseOptions(args, options, { files: true });
  const unknown = positionals.find((name) => !Object.hasOwn(benchmarks, name));
  if (unknown !== undefined)
    throw new UsageError(`unknown benchmark ${unknown}; there are ${Object.keys(benchmarks).join(', ')}`);
  const asked: BenchOptions = {
    pages: values.pages.split(',').map((size) => parseNumber(size, '--pages', 2)),
    rounds: parseNumber(values.rounds, '--rounds', 1),
    write: (text) => stdout.write(text),
  };
  for (const [name, run] of Object.entries(benchmarks))
    if (positionals.length === 0 ? name !== 'checker' : positionals.includes(name)) await run(asked);
});

function parseNumber(text: string, option: string, min: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < min)
    throw new UsageError(`${option} expects whole numbers of at least ${min}, not "${text}"`);
  return number;
}

if (import.meta.main) await runAsProgram(bench);
