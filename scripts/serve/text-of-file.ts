import { readFileSync, statSync } from 'node:fs';

/** The last text of each file, and how the file looked then. */
const lastTexts = new Map<string, { look: string; text: string }>();

/** A file that has only just changed may change again without looking different, for so many milliseconds. */
const justNow = 100;

/** The text of a small file, if it can be read. To look at it takes less time than to read it again. */
export function textOfFile(file: string): string | undefined {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = statSync(file, { bigint: true });
    const look = [dev, ino, size, mtimeNs, ctimeNs].join();
    const last = lastTexts.get(file);
    if (last?.look === look) return last.text;
    const text = readFileSync(file, 'utf8');
    if (Date.now() - Number(ctimeMs) > justNow) lastTexts.set(file, { look, text });
    return text;
  } catch {
    return undefined;
  }
}
