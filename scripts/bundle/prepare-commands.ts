import { existsSync } from 'node:fs';

/** Makes the next command start sooner, where scripts/run.mjs says that nobody has done so yet. */
export async function prepareCommands({ PAGEWRIGHT_COMMANDS: folder }: NodeJS.ProcessEnv): Promise<void> {
  if (!folder || existsSync(folder)) return;
  try {
    const { bundleCommands } = await import('./command-bundle.ts');
    await bundleCommands(folder);
  } catch {
    // Commands run without it.
  }
}
