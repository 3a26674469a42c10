import type { z } from 'zod';
import type { Path } from '../util.ts';

/** Reports a problem of a setting that only the settings around it show. */
export function issueAt({ addIssue }: Pick<z.RefinementCtx, 'addIssue'>, path: Path, message: string): void {
  addIssue({ code: 'custom', path: [...path], message });
}
