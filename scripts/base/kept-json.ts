import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeWhole } from './cached-file.ts';

/**
 * What was written down under the same key; what was written under another one, or is not whole, is as good
 * as not there. The caller knows the type: only the same code can have the same key.
 */
export function readKept(file: string, key: string): unknown {
  try {
    const [kept, sum, body = ''] = readFileSync(file, 'utf8').split('\n');
    return kept === key && sum === hash('sha1', body) ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes down what the next command can go on from. */
export function writeKept(file: string, key: string, value: unknown): void {
  const body = JSON.stringify(value);
  try {
    writeWhole(file, `${key}\n${hash('sha1', body)}\n${body}`);
  } catch {
    // A folder that cannot be written to costs time in the next run, and nothing else.
  }
}
