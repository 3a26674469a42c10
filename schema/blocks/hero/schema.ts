import { z } from 'zod';
import { described, describedGroup, describedList, oneOf } from '../../fields/described-fields.ts';
import { inlineChart } from '../../fields/inline-chart.ts';
import { isSvg } from '../../fields/file-types.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, typesetText, text, textWithDefault, inlineText } from '../../fields/fields.ts';
import { action, toBlock } from '../../fields/link-fields.ts';
import {
  anyPicture,
  checkOnPhones,
  checkPictureSize,
  cropSettings,
  framedPicture,
  iconName,
  onPhones,
  pictureWords,
} from '../../fields/picture-fields.ts';

const captionedPicture = z
  .strictObject({
    ...anyPicture,
    alt: pictureWords('Nine stations along the coast'),
    text: described(inlineText.optional(), 'A sentence below the picture.', 'Each ring is a station.').meta({
      label: 'Caption',
    }),
    ...cropSettings,
    onPhones,
  })
  .superRefine(checkPictureSize)
  .superRefine((picture, context) => checkOnPhones(picture, context));

const layouts = ['wide', 'split', 'compact', 'statement', 'case', 'product', 'scene', 'article'] as const;

/** The logo of a client is its name, too. */
const client = z
  .strictObject({
    name: described(text, 'The name of the client.', 'North Pier Ferries'),
    ...anyPicture,
    src: anyPicture.src
      .optional()
      .describe('The logo in the place of the name: a file in `public/`, like `/logos/name.svg`.')
      .meta({ label: 'Logo' }),
  })
  .superRefine(({ src, ...size }, context) => {
    if (src !== undefined) checkPictureSize({ src, ...size }, context);
  });

const heroSettings = blockSchema('hero', {
  ...anyBlock,
  layout: oneOf(
    layouts,
    'How the page begins: with a picture below the words (`wide`) or beside them (`split`), with little ' +
      '(`compact`), with large words alone (`statement`), with the numbers of a `case`, with the screen of a ' +
      '`product`, with a picture or chart across the window (`scene`), or with the author of an `article` ' +
      'beside its heading.',
  ).meta({ choices: { wide: 'Picture below', split: 'Picture beside', case: 'Client story' } }),
  client: client
    .optional()
    .describe('The client whose story this is, on the line above the numbers of the layout `case`.'),
  numbers: describedList('The list of one or two numbers of the layout `case`: before and after.', {
    value: described(text, 'The number itself, with its unit.', '16 h'),
    label: described(text, 'What it counts, and when.', 'to answer a call in 2023'),
  })
    .max(2)
    .default([]),
  eyebrow: described(typesetText.optional(), 'The small words above the heading.', 'Weather for planners'),
  heading: described(
    z.union([typesetText, z.array(typesetText).min(2).max(5)]).transform((heading) => [heading].flat()),
    'The large text at the top of the page; a list of two to five texts is shown in turn.',
    'Know the wind before you sail',
  ),
  pause: textWithDefault('pauseHeadline'),
  lead: described(
    inlineText.optional(),
    'A sentence or two below the heading.',
    'Forecasts for harbour crews, checked against what really happened.',
  ),
  byline: describedGroup(
    'The line of an article that names its author and its day, which stand at the top of the file, ' +
      'with what is said here.',
    {
      title: described(text.optional(), 'What the author does here.', 'Forecaster').meta({
        label: 'Role',
        notCalled: 'name author fullName by heading headline',
      }),
      image: framedPicture.optional().describe('A picture of the author.').meta({ label: 'Portrait' }),
      readTime: described(text.optional(), 'How long the article takes to read.', '4 min read').meta({
        search: 'none',
      }),
    },
  )
    .optional()
    .meta({ otherSettings: 'write the name of the author at the top of the file: `author: Mara Fairlead`' }),
  actions: z
    .array(action)
    .max(4)
    .default([])
    .describe('The list of buttons and links below, four at most; the third and fourth are links.'),
  image: captionedPicture
    .optional()
    .describe(
      'A picture of what the page is about, beside the words in the layout `split`, and below them otherwise; ' +
        'a `statement` has none.',
    ),
  figure: inlineChart
    .optional()
    .describe(
      'Numbers, drawn across the window below the words; in the layout `split` beside them, and in an `article` below the heading.',
    ),
  facts: describedList('The list of short facts beside or below the words, four at most.', {
    icon: iconName.optional(),
    text: described(inlineText, 'One short fact.', 'Updated every ten minutes'),
  })
    .max(4)
    .default([]),
  scrollDown: toBlock
    .optional()
    .describe('A link at the lower edge that leads to a block below.')
    .meta({ search: 'none' }),
});

type HeroSettings = z.output<typeof heroSettings>;

/** What a layout is made of, and what goes with no other. */
function checkLayout(
  { layout, image, figure, numbers, client }: HeroSettings,
  context: z.RefinementCtx,
): void {
  if (layout === 'case' && numbers.length === 0) {
    const why =
      'the one or two numbers that the layout `case` begins with, each with a `value` and a `label`';
    issueAt(context, ['numbers'], `${why}; or take another \`layout\``);
  }
  if (layout === 'product' && !image)
    issueAt(context, ['image'], 'the screen that the layout `product` shows; or write `layout: statement`');
  if (layout === 'scene' && !image && !figure)
    issueAt(
      context,
      ['image'],
      'the picture that the layout `scene` shows across the window; or write a `figure`, to show numbers in its place',
    );
  if (layout === 'statement' && image)
    issueAt(
      context,
      ['image'],
      'has no place in the layout `statement`, which is words alone; delete this picture, or write `layout: split`',
    );
  if (layout === 'case') return;
  const misplaced = numbers.length > 0 ? 'numbers' : client ? 'client' : undefined;
  if (misplaced)
    issueAt(context, [misplaced], 'is for the layout `case`; write `layout: case`, or delete this setting');
}

const schema = heroSettings
  .superRefine(checkLayout)
  .describe('The first thing a visitor sees: a large heading, a sentence, and what to do next.');

export const hero = defineBlock({
  schema,
  label: 'Opening',
  purpose: 'Openings',
  otherNames: 'header jumbotron masthead intro page-header title-block hero-section cover splash',
  chartPlaces: ({ layout, image }) => (layout === 'split' && image === undefined ? { own: 'beside' } : {}),
  summarize({ layout, lead, image, byline }) {
    const tall = image?.onPhones?.src;
    return {
      opening: {
        lead,
        // Lists show all of the picture.
        picture: image && { ...image, onPhones: undefined },
        // A photo fills its place.
        tallPicture: tall !== undefined && isSvg(tall) ? { src: tall } : undefined,
        readTime: byline?.readTime,
      },
      needs: ['last change', ...(byline || layout === 'article' ? (['author page'] as const) : [])],
    };
  },
  isBelowHeader: ({ layout }) => layout === 'scene',
  createOpening: (heading, eyebrow): z.output<typeof schema> => ({
    type: 'hero',
    tone: 'plain',
    layout: 'compact',
    eyebrow,
    heading: [heading],
    pause: '',
    actions: [],
    facts: [],
    numbers: [],
  }),
});
