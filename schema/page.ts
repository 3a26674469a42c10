import { z } from 'zod';
import type { Block } from './blocks/index.ts';
import { name, pageAddress, text } from './fields.ts';

const status = z.enum(['live', 'draft']).default('live');

/** What a page presents, for search engines and for the picture it is shared with; most pages present nothing single. */
const kind = z.enum(['service', 'product', 'article']);

/** What stands in a page file around its blocks; the blocks have schemas of their own. */
export const pageSettings = z
  .strictObject({
    title: text,
    description: text,
    kind: kind.optional(),
    /** The day on which an article came out. */
    published: z.iso.date('must be a day like `2026-10-02`').optional(),
    /** Who wrote an article. */
    author: text.optional(),
    status,
    blocks: z.array(z.unknown()).min(1),
  })
  .superRefine((page, { addIssue }) => {
    const wants = { published: 'the day on which the article came out, like `2026-10-02`', author: 'the name of whoever wrote the article' };
    const names = ['published', 'author'] as const;
    if (page.kind === 'article') {
      for (const name of names.filter((name) => page[name] === undefined)) addIssue({ code: 'custom', path: [name], message: wants[name] });
      return;
    }
    // One cause, one fault.
    const stray = names.find((name) => page[name] !== undefined);
    if (stray) addIssue({ code: 'custom', path: [stray], message: 'belongs to articles only; add `kind: article`, or delete this line' });
  });

/** A page that only sends visitors on. */
export const redirectSettings = z.strictObject({ redirect: pageAddress, status });

/** `- use: name` stands for the block in `_shared/name.yaml`. */
export const useSettings = z.strictObject({ use: name });

export interface Page {
  /** The address: `/`, `/about/us`. */
  path: string;
  title: string;
  description: string;
  kind?: z.output<typeof kind> | undefined;
  published?: string | undefined;
  author?: string | undefined;
  status: 'live' | 'draft';
  blocks: Block[];
}

/** Whether a page is an article, which has a date and an author. */
export function isArticle<P extends Page>(page: P): page is P & { published: string; author: string } {
  return page.kind === 'article' && page.published !== undefined && page.author !== undefined;
}

export interface Redirect {
  path: string;
  to: string;
}
