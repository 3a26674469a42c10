/**
 * The ids of what stands around the blocks of every page: no block and no heading can have them. Other ids
 * that the engine gives of itself hold a `_`, which those of blocks and headings do not.
 */
export const frameIds: readonly string[] = ['announcer', 'content', 'navigation', 'page'];
