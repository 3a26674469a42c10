import { defineCommand, runAsProgram, UsageError } from '../../scripts/system/command.ts';
import { benchBuild } from './build.ts';
import { benchEdit } from './edit.ts';
import { benchMessages } from './messages.ts';
import { benchVisitor } from './visitor.ts';

/** The options of a benchmark. */
export interface BenchOptions {
  /** The page count of each generated site. */
  pages: readonly number[];
  rounds: number;
  write(text: string): unknown;
}

const benchmarks: Readonly<Record<string, (options: BenchOptions) => Promise<boolean | void>>> = {
  build: (options) => benchBuild(options),
  checker: (options) => benchBuild(options, 'checker'),
  edit: benchEdit,
  messages: benchMessages,
  visitor: benchVisitor,
};

export const bench = defineCommand({
  name: 'bench',
  description: 'Measures builds, the checker, saves while editing, the message server and page loads.',
  arguments: { 'NAMES...': `Some of ${Object.keys(benchmarks).join(', ')} (default: all but checker)` },
  options: {
    pages: {
      type: 'string',
      value: 'NUMBERS',
      default: '30,1000,10000',
      description: 'Sizes of the generated sites',
    },
    rounds: {
      type: 'string',
      value: 'NUMBER',
      default: '3',
      description: 'Number of measurements of each step',
    },
    check: { type: 'boolean', description: 'Exit with code 1 if a build exceeds a limit' },
  },
  examples: ['build --pages 30,1000', 'build --check', 'visitor'],
  async run({ values, positionals }, { stdout }) {
    const unknown = positionals.find((name) => !Object.hasOwn(benchmarks, name));
    if (unknown !== undefined)
      throw new UsageError(
        `Unknown benchmark '${unknown}'. The benchmarks are ${Object.keys(benchmarks).join(', ')}.`,
      );
    const options: BenchOptions = {
      pages: values.pages.split(',').map((size) => parseNumber(size, '--pages', 2)),
      rounds: parseNumber(values.rounds, '--rounds', 1),
      write: (text) => stdout.write(text),
    };
    let areMet = true;
    for (const [name, run] of Object.entries(benchmarks))
      if (positionals.length === 0 ? name !== 'checker' : positionals.includes(name))
        areMet = (await run(options)) !== false && areMet;
    return values.check && !areMet ? 1 : 0;
  },
});

function parseNumber(text: string, option: string, min: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < min)
    throw new UsageError(`${option} expects integers of at least ${min}, not '${text}'.`);
  return number;
}

if (import.meta.main) await runAsProgram(bench);
