import type { WriteStream } from 'node:tty';
import type { PrettyOptions } from './report.ts';

/** How to print on a stream: in colour on a terminal, unless NO_COLOR or FORCE_COLOR say otherwise. */
export function terminalOptions(stream: Pick<WriteStream, 'isTTY' | 'columns'>): PrettyOptions {
  const { NO_COLOR: never, FORCE_COLOR: always } = process.env;
  const color = never ? false : always !== undefined && always !== '' ? always !== '0' : stream.isTTY;
  return { color: Boolean(color), columns: Math.min(stream.columns || 100, 120) };
}
