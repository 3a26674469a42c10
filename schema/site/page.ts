import { z } from 'zod';
import { described, describedGroup, oneOf, optionalOneOf } from '../fields/described-fields.ts';
import { isSvg } from '../fields/file-types.ts';
import { languageTag } from '../fields/language-field.ts';
import { text, booleanField, hiddenField, name } from '../fields/fields.ts';
import { toBlock, pageRoute, toExternal, toPage, redirectTarget } from '../fields/link-fields.ts';
import { pictureFile, altTextField, focusSettings } from '../fields/picture-fields.ts';
import { externalPage } from '../fields/url-fields.ts';
import type { Block } from '../blocks/index.ts';
import {
  dayField,
  isMoment,
  type PublicTime,
  publicTimeSettings,
  checkPublicTime,
} from '../fields/date-fields.ts';
import { issueAt } from '../fields/issue-at.ts';

/**
 * The ids of the header and of other parts that every page has. Blocks and headings cannot use these ids. All other
 * generated ids contain `_`, which ids of blocks and headings never contain.
 */
export const reservedIds: readonly string[] = ['announcer', 'content', 'navigation', 'page'];

/** A photo for link previews. */
export const sharePicture = z.strictObject({
  src: pictureFile
    .refine((src) => !isSvg(src), 'must be a photo: other sites do not show SVG files')
    .meta({ ...pictureFile.meta(), examples: ['/pictures/name.jpg'], minSize: [1200, 630] }),
  alt: altTextField('Six people on a pier'),
  ...focusSettings,
});

/** Page settings that override site settings. */
const pageOptions = {
  language: described(
    languageTag.optional(),
    'The language of this page, if it differs from the language of the site.',
    'de',
  ),
  translationOf: pageRoute.optional().meta({
    ...pageRoute.meta(),
    description: 'The page that this page translates, in another language.',
    examples: ['/about'],
  }),
  index: booleanField
    .optional()
    .describe('`false` to exclude the page from search engines, the sitemap, feeds and lists.'),
  canonical: described(
    externalPage.optional(),
    'The address where this text was first published; search engines list that page instead of this one.',
    'https://www.example.org/first',
  ),
  share: describedGroup(
    'The preview that other sites show for links to this page, if it should differ from the title and description.',
    {
      title: described(text.optional(), 'The title of the preview.', 'Come aboard'),
      text: described(
        text.optional(),
        'The text below the title of the preview.',
        'Two days at sea, for everybody.',
      ),
      image: sharePicture
        .optional()
        .describe('A photo to use instead of the generated picture, cropped to a ratio of almost 2:1.'),
    },
  )
    .refine((share) => Object.values(share).some((value) => value !== undefined), {
      error: 'needs a `title`, a `text` or an `image`',
    })
    .optional(),
  navigation: optionalOneOf(
    ['full', 'none'],
    'The header and footer of the page: `full`, or `none` to show only the logo, the button of the page ' +
      'and the legal links, for example on a landing page.',
  ).meta({ label: 'Header and footer', choices: { full: 'Default', none: 'Logo only' } }),
  action: z
    .union([toPage, toExternal, toBlock], {
      error: '`to` links to a page or file, `href` to another site, and `scrollTo` to a block of this page',
    })
    .optional()
    .describe('The button in the header of this page, which replaces the site’s own.')
    .meta({ label: 'Header button', group: 'more' }),
};

type PageOptions = z.output<z.ZodObject<typeof pageOptions>>;

function checkPageOptions({ index, canonical }: PageOptions, context: z.RefinementCtx): void {
  if (index !== false || canonical === undefined) return;
  const message =
    'tells search engines which address to index for this text, but `index: false` tells them not to index it';
  issueAt(context, ['canonical'], `${message}; delete one of the two settings`);
}

const status = oneOf(
  ['live', 'draft'],
  'Whether visitors can open the page: `live` if they can, or `draft` if it is not ready.',
);

const kind = z
  .enum(['service', 'product', 'article'])
  .describe('The kind of page, for search engines and the share image; most pages do not need this setting.')
  .meta({
    otherValues: {
      event: 'delete this line and add an `event` block, which makes the page an event',
      job: 'delete this line and add a `job` block, which makes the page a job',
    },
  });

/** The page settings without the blocks, which are validated separately. */
export const pageSettings = z
  .strictObject({
    title: described(text, 'The title of the page in search results and browser tabs.', 'The harbour office'),
    description: described(
      text,
      'One or two sentences about the page, shown below its title in search results.',
      'Weather, water and berths for everybody who comes to our harbour by boat.',
    ),
    kind: kind.optional(),
    published: described(dayField.optional(), 'The publication date of an article.', '2026-10-02'),
    updated: described(
      dayField.optional(),
      'The date of the last change, shown below the heading of the first `hero` or `text` block, or at the ' +
        'end of the page if there is none.',
      '2026-11-05',
    ),
    author: described(text.optional(), 'The author of an article.', 'Mara Fairlead'),
    tags: z
      .array(described(text, 'One tag.', 'Wind'))
      .min(1)
      .refine((tags) => new Set(tags).size === tags.length, 'lists a tag twice; delete one of the two')
      .optional()
      .describe('Tags: the topics of the page, in single words, which lists use to select pages.'),
    status,
    ...publicTimeSettings,
    ...pageOptions,
    blocks: z.array(z.unknown()).min(1).describe('The list of blocks, from top to bottom.'),
  })
  .superRefine(checkPageOptions)
  .superRefine(checkPublicTime)
  .superRefine((page, context) => {
    const explanations = {
      published: '`published` is the publication date of the article, like `2026-10-02`',
      author: '`author` is the name of the author',
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
    const misplacedName = names.find((name) => page[name] !== undefined);
    if (misplacedName)
      issueAt(context, [misplacedName], 'is only for articles; add `kind: article`, or delete this line');
  });

/** The settings of a page that redirects to another address. */
export const redirectSettings = z.strictObject({
  redirect: redirectTarget,
  status,
});

/** The settings of the item `- use: name`, which inserts the block from `_shared/name.yaml`. */
export const useSettings = z.strictObject({
  use: name.meta({
    description: 'The name of the block in `_shared/` to insert here.',
    refersTo: 'shared-block',
  }),
  hidden: hiddenField,
});

export interface Page extends PageOptions, PublicTime {
  /** The route, such as `/` or `/about/us`. */
  path: string;
  title: string;
  description: string;
  kind?: z.output<typeof kind>;
  published?: string;
  updated?: string;
  author?: string;
  tags?: readonly string[];
  /** `soon` before the date `publish`, and `over` after the date `expire`. */
  status: 'live' | 'draft' | 'soon' | 'over';
  /** Set for pages that the build generates for a list. */
  generated?: GeneratedPage;
  blocks: Block[];
}

/** Describes a page generated for a list. */
export interface GeneratedPage {
  /** The route of the page with the list. */
  sourceRoutes: string;
  /** The tag or author whose pages are listed. */
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

/** Returns whether lists, menus and feeds may show the page. */
export const isListed = (page: Pick<Page, 'path' | 'status' | 'index'>): boolean =>
  isPublic(page) && page.index !== false;

/** Returns whether visitors can open the page. */
export const isPublic = ({ path, status }: Pick<Page, 'path' | 'status'>): boolean =>
  status === 'live' && path !== '/404';

/** Returns whether search engines should index the page. */
export const isIndexable = (page: Pick<Page, 'path' | 'status' | 'index' | 'canonical'>): boolean =>
  isListed(page) && page.canonical === undefined;

export interface Redirect {
  path: string;
  /** The required query, without the `?`. If it is empty, any query matches. */
  query: string;
  to: string;
}
