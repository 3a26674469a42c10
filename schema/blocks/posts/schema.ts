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
import { withoutHash } from '../../base/routes.ts';
import { issueAt } from '../../fields/issue-at.ts';

/** A page of this site. */
const ownPost = z
  .strictObject({
    to: pageLink
      .describe('The address of a page of this site, which says the rest by itself.')
      .meta({ isInnerHeading: true }),
  })
  .meta({
    otherSettings: 'delete it: what a card says is taken from the page that it leads to',
  });

/** A page of another site, with what the card says. */
const externalPost = z.strictObject({
  href: described(
    externalPage,
    'The address of a page of another site.',
    'https://paper.example.org/the-storm',
  ),
  title: described(typesetText, 'What that page is called.', 'The storm of May').meta({
    isInnerHeading: true,
  }),
  date: described(dayField, 'The day on which it came out, by which it is sorted.', '2026-05-12'),
  source: described(
    text.optional(),
    'Where it stands, such as the name of a paper; without it the name of the site.',
    'The Saltquay Paper',
  ),
  text: described(inlineText.optional(), 'A sentence on it.', 'How the masts were **saved**.'),
  tags: z
    .array(described(text, 'One tag.', 'Wind'))
    .min(1)
    .optional()
    .describe('The list of its tags, for the filter.'),
});

const post = z.union([ownPost, externalPost], {
  error: '`to` leads to a page of this site, and `href` to one of another',
});

const schema = blockSchema('posts', {
  ...sectionSettings,
  layout: oneOf(
    ['grid', 'list'],
    'How the posts stand: side by side in a `grid`, whose first is as wide as it takes to leave no ' +
      'hole, or below each other in a `list`.',
  ),
  items: z
    .array(post)
    .default([])
    .describe(
      'The list of posts that stand first, in this order; without `from`, of all of them; pages of other ' +
        'sites are sorted among those of the folder.',
    )
    .meta({ item: 'post' }),
  from: described(
    z
      .string()
      .regex(/^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/, 'must be the address of a folder, like `/log`')
      .optional(),
    'The folder whose pages are listed, with all folders in it.',
    '/log',
  ).meta({ refersTo: 'folder', isInnerHeading: true }),
  kind: optionalOneOf(
    ['article', 'event', 'job', 'service', 'product'],
    'Only pages of this `kind`, those with an `event` or `job` block among them; without it, all pages ' +
      'of the folder.',
  ),
  tag: described(text.optional(), 'Only pages with this tag among their `tags`.', 'Wind').meta({
    refersTo: 'tag',
    otherNames: 'category topic',
  }),
  author: described(text.optional(), 'Only articles of this `author`.', 'Mara Fairlead').meta({
    refersTo: 'author',
  }),
  when: optionalOneOf(
    ['coming', 'past'],
    'Only events that are still `coming`, or are `past`, on the day of the build.',
  ),
  order: optionalOneOf(
    ['newest', 'oldest', 'title', 'related'],
    'What stands first: the `newest`, the `oldest`, by `title`, or what has most tags in common with ' +
      'this page (`related`); without it the newest, and of coming events the next one.',
  ),
  most: described(integerField(1, 100).optional(), 'How many are listed at most.', '3'),
  perPage: described(
    integerField(1, 100).optional(),
    'How many stand on a page; of the others the build makes further pages, `/log/page/2` and so on.',
    '12',
  ),
  by: optionalOneOf(
    ['tag', 'author'],
    'Lists each `tag` or `author` in the place of the posts, and makes a page for each, like ' +
      '`/log/tags/wind`.',
  ),
  empty: described(
    inlineText.optional(),
    'What stands there while there is no post; without it the block is left out then.',
    'Nothing is planned at the moment.',
  ),
  tags: describedList(
    'The list of tags by which visitors can filter, in the order of their buttons, where all posts ' +
      'stand on one page.',
    {
      tag: described(text, 'One tag.', 'Wind').meta({ refersTo: 'tag' }),
      icon: iconName.optional().describe('A small drawing before the tag on each card.'),
    },
  ).default([]),
  filter: textWithDefault('filter'),
  all: textWithDefault('all'),
  read: textWithDefault('read'),
})
  .superRefine(({ items, from, ...choices }, context) => {
    if (items.length === 0 && from === undefined)
      issueAt(
        context,
        ['from'],
        'the folder whose pages are listed, like `/log`; or write `items` with a `to` for each post',
      );
    const known = new Set<string>();
    for (const [at, item] of items.entries()) {
      const [key, address] = 'to' in item ? ['to', withoutHash(item.to)] : ['href', item.href];
      if (known.has(address))
        issueAt(context, ['items', at, key], 'is in this list twice', 'delete one of the two posts');
      known.add(address);
    }
    const needsFolder = ['kind', 'tag', 'author', 'when', 'order', 'by'] as const;
    const stray = from === undefined && needsFolder.find((name) => choices[name] !== undefined);
    if (items.length > 0 && stray)
      issueAt(context, [stray], 'chooses among the pages of a folder; write `from` too, or delete this line');
    if (choices.when !== undefined && choices.kind !== undefined && choices.kind !== 'event')
      issueAt(context, ['when'], 'is for events; write `kind: event`');
  })
  .describe(
    'Cards that lead to the pages of a folder, or to some chosen by hand, and say what these say themselves.',
  );

const listSettings = ['from', 'kind', 'tag', 'author', 'when', 'order', 'most', 'perPage', 'by'] as const;

/** The route of a page of this site, or all about one of another. */
const listItem = (item: z.output<typeof post>) =>
  'to' in item
    ? withoutHash(item.to)
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
