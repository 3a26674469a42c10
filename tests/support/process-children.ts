import { existsSync, readFileSync } from 'node:fs';

/** The processes that a process has started, where the system lists them. */
export function childrenOf(id = 0): number[] {
  const file = `/proc/${id}/task/${id}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}
