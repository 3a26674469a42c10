import { defineCommand, parseOptions, runAsProgram, UsageError } from '../../scripts/system/command.ts';
import { benchBuild, type BuildBench } from './build.ts';
import { benchChecker } from './checker.ts';
import { benchMessages } from './messages.ts';
import { benchVisitor } from './visitor.ts';

const benches: Readonly<Record<string, (asked: BuildBench) => Promise<unknown>>> = {
  build: benchBuild,
  checker: async ({ write }) => write(await benchChecker()),
  messages: async ({ write }) => write(await benchMessages()),
  visitor: async ({ write }) => write(await benchVisitor()),
};

const options = {
  pages: { type: 'string', default: '30,1000,10000' },
  rounds: { type: 'string', default: '3' },
  chart: { type: 'string' },
} as const;

export const bench = defineCommand(async ({ args, stdout }) => {
  const { values, positionals } = parseOptions(args, options, { files: true });
  const asked: BuildBench = {
    pages: values.pages.split(',').map((one) => numberFrom(one, '--pages', 2)),
    rounds: numberFrom(values.rounds, '--rounds', 1),
    chart: values.chart,
    write: (text) => stdout.write(text),
  };
  for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
    const run = benches[name];
    if (!run)
      throw new UsageError(`There is no bench ${name}. There are: ${Object.keys(benches).join(', ')}.`);
    await run(asked);
  }
});

function numberFrom(written: string, option: string, least: number): number {
  const number = Number(written);
  if (!Number.isInteger(number) || number < least)
    throw new UsageError(`${option} takes whole numbers from ${least} on, not \`${written}\`.`);
  return number;
}

if (import.meta.main) await runAsProgram(bench);
