import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** Wrong use of a command: the sentence is printed, and the command ends with 2. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}

/** The options and arguments after `npm run COMMAND --`; what a command does not know is wrong use. */
export function readOptions<T extends ParseArgsOptionsConfig>(options: T, { files = false } = {}) {
  const known = Object.keys(options)
    .map((name) => `--${name}`)
    .join(', ');
  const wrongUse = (what: string) =>
    new WrongUse(`${what}.${known === '' ? '' : ` This command knows ${known}.`}`);
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true, strict: true });
  } catch (problem) {
    throw wrongUse(problem instanceof Error ? (problem.message.split('.')[0] ?? '') : 'Unknown option');
  }
  const [first] = parsed.positionals;
  if (first !== undefined && !files) throw wrongUse(`\`${first}\` means nothing here`);
  return parsed;
}

/** Runs a command: its number is the exit code, wrong use is 2, and a crash of our own is 3. */
export async function runCommand(command: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (problem) {
    if (problem instanceof WrongUse) {
      console.error(problem.message);
      process.exitCode = 2;
    } else {
      console.error(
        'This is a fault of Pagewright itself, not of your pages. Please report it with the lines below.',
      );
      console.error(problem);
      process.exitCode = 3;
    }
  }
}
