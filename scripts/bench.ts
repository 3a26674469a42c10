import { readOptions, runCommand, WrongUse } from './base/command.ts';
import { benchChecker } from './bench/checker.ts';
import { benchVisitor } from './bench/visitor.ts';

const benches: Readonly<Record<string, () => Promise<string>>> = {
  checker: benchChecker,
  visitor: benchVisitor,
};

await runCommand(async () => {
  const { positionals } = readOptions({}, { files: true });
  for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
    const bench = benches[name];
    if (!bench)
      throw new WrongUse(`There is no bench ${name}. There are: ${Object.keys(benches).join(', ')}.`);
    process.stdout.write(await bench());
  }
});
