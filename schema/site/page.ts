import { z } from 'zod';
import { described, describedGroup, oneOf, optionalOneOf } from '../fields/described-fields.ts';
import { isSvg } from '../fields/file-types.ts';
import { languageTag } from '../fields/language-field.ts';
import { text, booleanField, hiddenField, name } from '../fields/fields.ts';
import { toBlock, pageRoute, toExternal, toPage, redirectTarget } from '../fields/link-fields.ts';
import { pictureFile, pictureWords, inFrame } from '../fields/picture-fields.ts';
import { externalPage } from '../fields/url-fields.ts';
import type { Block } from '../blocks/index.ts';
import { dayField, isMoment, type PublicTime, publicTime, checkPublicTime } from '../fields/date-fields.ts';
import { issueAt } from '../fields/issue-at.ts';

/**
 * Ids of the frame of every page. Blocks and headings cannot use them. Other generated ids contain a `_`,
 * which ids of blocks and headings do not.
 */
export const frameIds: readonly string[] = ['announcer', 'content', 'navigation', 'page'];

/** A photo for link previews. */
export const sharePicture = z.strictObject({
  src: pictureFile
    .refine((src) => !isSvg(src), 'must be a photo: no drawing (SVG) is shown elsewhere')
    .meta({ ...pictureFile.meta(), examples: ['/pictures/name.jpg'], minSize: [1200, 630] }),
  alt: pictureWords('Six people on a pier'),
  ...inFrame,
});

/** Settings that override those of the site. */
const pageOptions = {
  language: described(
    languageTag.optional(),
    'The language of this page, if it is another than that of the site.',
    'de',
  ),
  translationOf: pageRoute.optional().meta({
    ...pageRoute.meta(),
    description: 'The page in another language that this one says the same as.',
    examples: ['/about'],
  }),
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
  share: describedGroup(
    'How a link to this page is shown elsewhere, where that is not by its title and description.',
    {
      title: described(text.optional(), 'What stands in large letters there.', 'Come aboard'),
      text: described(text.optional(), 'The sentence below it.', 'Two days at sea, for everybody.'),
      image: sharePicture
        .optional()
        .describe('A photo in the place of the picture that the build draws, cut to nearly two by one.'),
    },
  )
    .refine((share) => Object.values(share).some((one) => one !== undefined), {
      error: 'needs a `title`, a `text` or an `image`',
    })
    .optional(),
  navigation: optionalOneOf(
    ['full', 'none'],
    'Whether the page has the header and footer of all pages (`full`), or only the mark, its own button ' +
      'and the small print (`none`), as suits a page that shall lead to one thing.',
  ).meta({ label: 'Header and footer', choices: { full: 'As everywhere', none: 'Logo only' } }),
  action: z
    .union([toPage, toExternal, toBlock], {
      error: '`to` leads to a page or a file, `href` elsewhere, and `scrollTo` to a block of this page',
    })
    .optional()
    .describe('The button in the header of this page, instead of that of all pages.')
    .meta({ label: 'Header button', group: 'more' }),
};

type PageOptions = z.output<z.ZodObject<typeof pageOptions>>;

function checkPageOptions({ index, canonical }: PageOptions, context: z.RefinementCtx): void {
  if (index !== false || canonical === undefined) return;
  const message = 'says where search engines find this text, and `index: false` that they shall not';
  issueAt(context, ['canonical'], `${message}; delete one of the two`);
}

const status = oneOf(
  ['live', 'draft'],
  'Whether visitors can open the page: `live`, or `draft` while you are still writing.',
);

const kind = z
  .enum(['service', 'product', 'article'])
  .describe(
    'What the page presents, for search engines and for the picture it is shared with; most pages leave ' +
      'it out.',
  )
  .meta({
    otherValues: {
      event: 'delete this line: an `event` block makes the page an event, which lists find by that',
      job: 'delete this line: a `job` block makes the page a job, which lists find by that',
    },
  });

/** The settings of a page. Its blocks are validated separately. */
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
    published: described(dayField.optional(), 'The day on which an article came out.', '2026-10-02'),
    updated: described(
      dayField.optional(),
      'The day of the last change, which visitors read below the heading of the first `hero` or `text`, or at the ' +
        'end of a page with neither.',
      '2026-11-05',
    ),
    author: described(text.optional(), 'The name of the author of an article.', 'Mara Fairlead'),
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
  .superRefine((page, context) => {
    const explanations = {
      published: 'the day on which the article came out, like `2026-10-02`',
      author: 'the name of the author',
    };
    const names = ['published', 'author'] as const;
    const { published = '', updated = '' } = page;
    if (isMoment(published) && isMoment(updated) && updated < published)
      issueAt(context, ['updated'], 'must not be before `published`');
    if (page.kind === 'article') {
      for (const name of names.filter((name) => page[name] === undefined))
        issueAt(context, [name], explanations[name]);
      return;
    }
    const misplaced = names.find((name) => page[name] !== undefined);
    if (misplaced)
      issueAt(context, [misplaced], 'belongs to articles only; add `kind: article`, or delete this line');
  });

/** The settings of a redirect. */
export const redirectSettings = z.strictObject({
  redirect: redirectTarget,
  status,
});

/** `- use: name` stands for the block in `_shared/name.yaml`. */
export const useSettings = z.strictObject({
  use: name.meta({
    description: 'The name of a block in `_shared/`, which stands here as well.',
    refersTo: 'shared-block',
  }),
  hidden: hiddenField,
});

export interface Page extends PageOptions, PublicTime {
  /** The route: `/`, `/about/us`. */
  path: string;
  title: string;
  description: string;
  kind?: z.output<typeof kind>;
  published?: string;
  updated?: string;
  author?: string;
  tags?: readonly string[];
  /** `soon` before `publish`, `over` after `expire`. */
  status: 'live' | 'draft' | 'soon' | 'over';
  /** Set for pages that the build generates for a list. */
  generated?: GeneratedPage;
  blocks: Block[];
}

/** Describes a page generated for a list. */
export interface GeneratedPage {
  /** The route of the page with the list. */
  of: string;
  /** The tag or author. */
  group?: string;
  /** The route of the first page of this list. */
  first: string;
  /** The page number, from 1. */
  number: number;
}

export function isArticle<P extends Omit<Page, 'blocks'>>(
  page: P,
): page is P & { published: string; author: string } {
  return page.kind === 'article' && page.published !== undefined && page.author !== undefined;
}

/** Whether lists, menus and feeds may show the page. */
export const isListed = (page: Pick<Page, 'path' | 'status' | 'index'>): boolean =>
  isPublic(page) && page.index !== false;

/** Whether visitors can open the page. */
export const isPublic = ({ path, status }: Pick<Page, 'path' | 'status'>): boolean =>
  status === 'live' && path !== '/404';

/** Whether search engines should index the page. */
export const isIndexed = (page: Pick<Page, 'path' | 'status' | 'index' | 'canonical'>): boolean =>
  isListed(page) && page.canonical === undefined;

export interface Redirect {
  path: string;
  /** What must follow the `?`; empty if it does not matter. */
  query: string;
  to: string;
}
