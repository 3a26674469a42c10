import type { z } from 'zod';
import type { Path } from '../base/data.ts';

/**
 * Reports a problem with a setting that depends on other settings. `advice` tells the author how to fix the problem.
 */
export function issueAt(
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
  path: Path,
  message: string,
  advice?: string,
): void {
  addIssue({
    code: 'custom',
    path: [...path],
    message,
    ...(advice !== undefined && { params: { advice } }),
  });
}
