import { command, readOptions, runProgram, WrongUse } from './base/command.ts';
import { benchChecker } from './bench/checker.ts';
import { benchVisitor } from './bench/visitor.ts';

const benches: Readonly<Record<string, () => Promise<string>>> = {
  checker: benchChecker,
  visitor: benchVisitor,
};

export const bench = command(async ({ args, stdout }) => {
  const { positionals } = readOptions(args, {}, { files: true });
  for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
    const run = benches[name];
    if (!run) throw new WrongUse(`There is no bench ${name}. There are: ${Object.keys(benches).join(', ')}.`);
    stdout.write(await run());
  }
});

if (import.meta.main) await runProgram(bench);
