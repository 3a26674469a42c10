import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';

const { handlers, unsafe } = gfmStrikethroughToMarkdown();

/**
 * Prints deleted text as `~~text~~`. A `~` in other text is escaped only before another `~`, so that `about ~5` stays
 * unchanged.
 */
export const strikethroughExtension = {
  handlers: handlers ?? {},
  unsafe: (unsafe ?? []).map((pattern) => ({ ...pattern, after: '~' })),
};
