import { z } from 'zod';
import { isSvg } from './file-types.ts';
import {
  described,
  pictureFile,
  pictureWords,
  text,
  toBlock,
  toExternal,
  toPage,
  booleanField,
  inFrame,
  name,
  pageLink,
} from './fields.ts';
import { externalPage } from './url-fields.ts';
import type { Block } from './blocks/index.ts';
import { type PublicTime, publicTime, checkPublicTime } from './date-fields.ts';

/**
 * The ids of what stands around the blocks of every page: no block and no heading can have them. Other ids
 * that the engine gives of itself hold a `_`, which those of blocks and headings do not.
 */
export const frameIds: readonly string[] = ['announcer', 'content', 'navigation', 'page'];

/** A photo that links are shown with elsewhere. */
export const sharePicture = z.strictObject({
  src: pictureFile
    .refine((src) => !isSvg(src), 'must be a photo: no drawing (SVG) is shown elsewhere')
    .meta({ ...pictureFile.meta(), examples: ['/pictures/name.jpg'], minSize: [1200, 630] }),
  alt: pictureWords('Six people on a pier'),
  ...inFrame,
});

/** What one page has in another way than all the others; most pages leave all of it out. */
export const pageOptions = {
  index: booleanField
    .optional()
    .describe(
      '`false` for a page that only those find who know its address: it is left out of search engines, the ' +
        'site map, feeds and lists.',
    ),
  canonical: described(
    externalPage.optional(),
    'The address of another site where the same text stood first, which search engines list in its place.',
    'https://www.example.org/first',
  ),
  share: z
    .strictObject({
      title: described(text.optional(), 'What stands in large letters there.', 'Come aboard'),
      text: described(text.optional(), 'The sentence below it.', 'Two days at sea, for everybody.'),
      picture: sharePicture
        .optional()
        .describe('A photo in the place of the picture that the build draws, cut to nearly two by one.'),
    })
    .refine((share) => Object.values(share).some((one) => one !== undefined), {
      error: 'needs a `title`, a `text` or a `picture`',
    })
    .optional()
    .describe('How a link to this page is shown elsewhere, where that is not by its title and description.'),
  navigation: z
    .enum(['full', 'none'])
    .optional()
    .describe(
      'Whether the page has the header and footer of all pages (`full`), or only the mark, its own button ' +
        'and the small print (`none`), as suits a page that shall lead to one thing.',
    ),
  action: z
    .union([toPage, toExternal, toBlock], {
      error: '`to` leads to a page or a file, `href` elsewhere, and `scrollTo` to a block of this page',
    })
    .optional()
    .describe('The button in the header of this page, in the place of that of all pages.'),
};

export type PageOptions = z.output<z.ZodObject<typeof pageOptions>>;

/** Two choices that contradict each other. */
export function checkPageOptions({ index, canonical }: PageOptions, { addIssue }: z.RefinementCtx): void {
  if (index !== false || canonical === undefined) return;
  const message = 'says where search engines find this text, and `index: false` that they shall not';
  addIssue({ code: 'custom', path: ['canonical'], message: `${message}; delete one of the two` });
}

const status = z
  .enum(['live', 'draft'])
  .default('live')
  .describe('Whether visitors can open the page: `live`, or `draft` while you are still writing.');

const kind = z
  .enum(['service', 'product', 'article'])
  .describe(
    'What the page presents, for search engines and for the picture it is shared with; most pages leave ' +
      'it out.',
  );

/** What stands in a page file around its blocks; the blocks have schemas of their own. */
export const pageSettings = z
  .strictObject({
    title: described(
      text,
      'The name of the page, as it stands in the tab of a browser and in search results.',
      'The harbour office',
    ),
    description: described(
      text,
      'The sentence or two that search results show below the title.',
      'Weather, water and berths for everybody who comes to our harbour by boat.',
    ),
    kind: kind.optional(),
    published: described(
      z.iso.date('must be a day like `2026-10-02`').optional(),
      'The day on which an article came out.',
      '2026-10-02',
    ),
    author: described(text.optional(), 'The name of whoever wrote an article.', 'Mara Fairlead'),
    tags: z
      .array(described(text, 'One tag, as visitors read it.', 'Wind'))
      .min(1)
      .refine((tags) => new Set(tags).size === tags.length, 'names a tag twice; delete one of the two')
      .optional()
      .describe('The list of tags: what the page is about, in single words, by which lists choose it.'),
    status,
    ...publicTime,
    ...pageOptions,
    blocks: z
      .array(z.unknown())
      .min(1)
      .describe('The list of blocks that the page is made of, from top to bottom.'),
  })
  .superRefine(checkPageOptions)
  .superRefine(checkPublicTime)
  .superRefine((page, { addIssue }) => {
    const explanations = {
      published: 'the day on which the article came out, like `2026-10-02`',
      author: 'the name of whoever wrote the article',
    };
    const names = ['published', 'author'] as const;
    if (page.kind === 'article') {
      for (const name of names.filter((name) => page[name] === undefined))
        addIssue({ code: 'custom', path: [name], message: explanations[name] });
      return;
    }
    // One cause, one diagnostic.
    const misplaced = names.find((name) => page[name] !== undefined);
    if (misplaced)
      addIssue({
        code: 'custom',
        path: [misplaced],
        message: 'belongs to articles only; add `kind: article`, or delete this line',
      });
  });

/** A page that only sends visitors on. */
export const redirectSettings = z.strictObject({
  redirect: pageLink.describe('The address of the page that visitors of this one are sent to.'),
  status,
});

/** `- use: name` stands for the block in `_shared/name.yaml`. */
export const useSettings = z.strictObject({
  use: name.meta({
    description: 'The name of a block in `_shared/`, which stands here as well.',
    refersTo: 'shared-block',
  }),
});

export interface Page extends PageOptions, PublicTime {
  /** The address: `/`, `/about/us`. */
  path: string;
  title: string;
  description: string;
  kind?: z.output<typeof kind>;
  published?: string;
  author?: string;
  tags?: readonly string[];
  /** A page that is not public yet is `soon`, one that is public no longer is `over`. */
  status: 'live' | 'draft' | 'soon' | 'over';
  /** Of a page that the build makes of another one: which, and what of it is shown here. */
  generated?: GeneratedPage;
  blocks: Block[];
}

/** What is shown on a page that the build makes of one with a list. */
export interface GeneratedPage {
  /** The address of the page that it is made of. */
  of: string;
  /** The tag or the author whose posts are listed. */
  group?: string;
  /** The address of the first page of this list. */
  first: string;
  /** Which page of the list it is, counted from 1. */
  number: number;
}

/** Whether a page is an article, which has a date and an author. */
export function isArticle<P extends Omit<Page, 'blocks'>>(
  page: P,
): page is P & { published: string; author: string } {
  return page.kind === 'article' && page.published !== undefined && page.author !== undefined;
}

/** Whether visitors may come upon a page: it is no draft, is not kept out of lists, and shows something. */
export const isListed = (page: Pick<Page, 'path' | 'status' | 'index'>): boolean =>
  isPublic(page) && page.index !== false;

/** Whether visitors may come to the page. */
export const isPublic = ({ path, status }: Pick<Page, 'path' | 'status'>): boolean =>
  status === 'live' && path !== '/404';

/** Whether search engines shall list the page, and not another one with the same text. */
export const isIndexed = (page: Pick<Page, 'path' | 'status' | 'index' | 'canonical'>): boolean =>
  isListed(page) && page.canonical === undefined;

export interface Redirect {
  path: string;
  to: string;
}
