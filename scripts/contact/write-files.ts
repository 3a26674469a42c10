import { Buffer } from 'node:buffer';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotDone } from '../base/command.ts';
import { cleanFileName } from '../../supabase/functions/send-contact-email/file-name.ts';
import type { FileWithContent } from '../../supabase/functions/send-contact-email/message.ts';

/**
 * Writes the files of a message into a folder and returns their paths. Each begins with the number of its
 * message; what is there already is left as it is.
 */
export function writeFiles(folder: string, id: number, files: readonly FileWithContent[]): string[] {
  try {
    mkdirSync(folder, { recursive: true });
    // They were cleaned before; whoever can write into a store could have changed them since.
    return files.map(({ name, kind, content }) =>
      writeAnew(folder, `${id}-${cleanFileName(name, kind)}`, Buffer.from(content, 'base64')),
    );
  } catch (problem) {
    throw new NotDone(`The files cannot be written into ${folder}: ${String(problem)}`);
  }
}

/** A file of that name, or with a number behind it. */
function writeAnew(folder: string, name: string, content: Buffer): string {
  const dot = name.lastIndexOf('.');
  for (let number = 1; ; number++) {
    const own = number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
    const path = join(folder, own);
    try {
      // Only where nothing is, not even a link.
      const file = openSync(path, 'wx', 0o600);
      writeFileSync(file, content);
      closeSync(file);
      return path;
    } catch (problem) {
      if (!(problem instanceof Error && 'code' in problem && problem.code === 'EEXIST')) throw problem;
    }
  }
}
