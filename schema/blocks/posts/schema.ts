import { z } from 'zod';
import { described, describedList, oneOf, optionalOneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock, type PostList } from '../block-definition.ts';
import {
  sectionSettings,
  text,
  typesetText,
  integerField,
  textWithDefault,
  inlineText,
} from '../../fields/fields.ts';
import { dayField } from '../../fields/date-fields.ts';
import { externalPage } from '../../fields/url-fields.ts';
import { pageLink } from '../../fields/link-fields.ts';
import { iconName } from '../../fields/picture-fields.ts';
import { removeHash } from '../../base/routes.ts';
import { issueAt } from '../../fields/issue-at.ts';

/** A list item that refers to a page on this site. */
const ownPost = z
  .strictObject({
    to: pageLink
      .describe('The address of a page of this site, which provides the title and the text.')
      .meta({ isInnerHeading: true }),
  })
  .meta({
    otherSettings: 'delete it: the card shows the title and text of the linked page',
  });

/** A list item that refers to a page on another site, with the texts for its card. */
const externalPost = z.strictObject({
  href: described(
    externalPage,
    'The address of a page of another site.',
    'https://paper.example.org/the-storm',
  ),
  title: described(typesetText, 'The title of that page.', 'The storm of May').meta({
    isInnerHeading: true,
  }),
  date: described(dayField, 'The publication date, which decides the order.', '2026-05-12'),
  source: described(
    text.optional(),
    'The name of the publication, such as a newspaper (default: the site name).',
    'The Saltquay Paper',
  ),
  text: described(inlineText.optional(), 'A sentence about the page.', 'How the masts were **saved**.'),
  tags: z
    .array(described(text, 'One tag.', 'Wind'))
    .min(1)
    .optional()
    .describe('Tags of the page, for the filter.'),
});

const post = z.union([ownPost, externalPost], {
  error: '`to` links to a page of this site, and `href` to a page of another site',
});

const schema = blockSchema('posts', {
  ...sectionSettings,
  layout: oneOf(
    ['grid', 'list'],
    'The layout of the posts: a `grid`, whose first post is wider if that avoids gaps, or a `list`.',
  ),
  items: z
    .array(post)
    .default([])
    .describe(
      'Posts to show first, in this order, or all posts if `from` is not set; pages of other ' +
        'sites are sorted by date among the pages of the folder.',
    )
    .meta({ item: 'post' }),
  from: described(
    z
      .string()
      .regex(/^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/, 'must be the address of a folder, like `/log`')
      .optional(),
    'The folder whose pages are listed, with its subfolders.',
    '/log',
  ).meta({ refersTo: 'folder', isInnerHeading: true }),
  kind: optionalOneOf(
    ['article', 'event', 'job', 'service', 'product'],
    'Lists only pages of this `kind`; pages with an `event` or `job` block have that kind (default: all pages ' +
      'of the folder).',
  ),
  tag: described(text.optional(), 'Lists only pages with this tag.', 'Wind').meta({
    refersTo: 'tag',
    otherNames: 'category topic',
  }),
  author: described(text.optional(), 'Lists only articles by this `author`.', 'Mara Fairlead').meta({
    refersTo: 'author',
  }),
  when: optionalOneOf(
    ['coming', 'past'],
    'Lists only events that are `coming` or `past` on the day of the build.',
  ),
  order: optionalOneOf(
    ['newest', 'oldest', 'title', 'related'],
    'The order: `newest` or `oldest` first, by `title`, or pages with the most tags in common with ' +
      'this page first (`related`); by default, the newest post or the next event comes first.',
  ),
  most: described(integerField(1, 100).optional(), 'The maximum number of posts.', '3'),
  perPage: described(
    integerField(1, 100).optional(),
    'The number of posts per page; the build creates further pages for the remaining posts, such as `/log/page/2`.',
    '12',
  ),
  by: optionalOneOf(
    ['tag', 'author'],
    'Lists each `tag` or `author` instead of the posts, and creates a page for each one, like `/log/tags/wind`.',
  ),
  empty: described(
    inlineText.optional(),
    'The text to show if there are no posts; without it, the block is omitted.',
    'Nothing is planned at the moment.',
  ),
  tags: describedList('Tags in the filter, in the order of their buttons, if all posts are on one page.', {
    tag: described(text, 'One tag.', 'Wind').meta({ refersTo: 'tag' }),
    icon: iconName.optional().describe('The icon before the tag on each card.'),
  }).default([]),
  filter: textWithDefault('filter'),
  all: textWithDefault('all'),
  read: textWithDefault('read'),
})
  .superRefine(({ items, from, ...choices }, context) => {
    if (items.length === 0 && from === undefined)
      issueAt(
        context,
        ['from'],
        '`from` is the folder whose pages are listed, like `/log`; to choose posts by hand, list them in `items`, each with a `to`',
      );
    const knownTargets = new Set<string>();
    for (const [index, item] of items.entries()) {
      const [key, address] = 'to' in item ? ['to', removeHash(item.to)] : ['href', item.href];
      if (knownTargets.has(address))
        issueAt(context, ['items', index, key], 'is in this list twice', 'delete one of the two items');
      knownTargets.add(address);
    }
    const needsFolder = ['kind', 'tag', 'author', 'when', 'order', 'by'] as const;
    const misplacedSetting = from === undefined && needsFolder.find((name) => choices[name] !== undefined);
    if (items.length > 0 && misplacedSetting)
      issueAt(context, [misplacedSetting], 'selects pages of a folder; add `from`, or delete this line');
    if (choices.when !== undefined && choices.kind !== undefined && choices.kind !== 'event')
      issueAt(context, ['when'], 'is only for events; write `kind: event`');
  })
  .describe(
    'Cards that link to the pages of a folder, or to selected pages, with the title and text of each page.',
  );

const listSettings = ['from', 'kind', 'tag', 'author', 'when', 'order', 'most', 'perPage', 'by'] as const;

/** Returns the route of a page on this site, or the details of a page on another site. */
const listItem = (item: z.output<typeof post>) =>
  'to' in item
    ? removeHash(item.to)
    : { ...item, source: item.source ?? new URL(item.href).hostname.replace(/^www\./, '') };

export const posts = defineBlock({
  schema,
  purpose: 'Lists of pages',
  otherNames:
    'blog blog-list news post-list articles article-list latest-posts recent-posts collection archive blog-posts related-posts events',
  summarize(block) {
    const settings = listSettings.filter((name) => block[name] !== undefined);
    const list: PostList = Object.fromEntries(settings.map((name) => [name, block[name]]));
    return { list: block.items.length > 0 ? { ...list, items: block.items.map(listItem) } : list };
  },
  createGeneratedList(block, group, isInGroup) {
    const { heading: _, eyebrow: _eyebrow, lead: _lead, by = 'tag', ...list } = block;
    if (group === undefined) return list;
    const items = list.items.filter((item) => 'to' in item || isInGroup(item, by));
    return { ...list, items, [by]: group };
  },
});
