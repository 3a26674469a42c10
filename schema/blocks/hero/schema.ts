import { z } from 'zod';
import { described, describedGroup, describedList, oneOf } from '../../fields/described-fields.ts';
import { inlineChart } from '../../fields/inline-chart.ts';
import { isSvg } from '../../fields/file-types.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { anyBlock, typesetText, text, textWithDefault, inlineText } from '../../fields/fields.ts';
import { action, toBlock } from '../../fields/link-fields.ts';
import {
  pictureSettings,
  checkOnPhones,
  checkPictureSize,
  cropSettings,
  framedPicture,
  iconName,
  onPhones,
  altTextField,
} from '../../fields/picture-fields.ts';

const captionedPicture = z
  .strictObject({
    ...pictureSettings,
    alt: altTextField('Nine stations along the coast'),
    text: described(inlineText.optional(), 'A sentence below the picture.', 'Each ring is a station.').meta({
      label: 'Caption',
    }),
    ...cropSettings,
    onPhones,
  })
  .superRefine(checkPictureSize)
  .superRefine((picture, context) => checkOnPhones(picture, context));

const layouts = ['wide', 'split', 'compact', 'statement', 'case', 'product', 'scene', 'article'] as const;

/** A client. If the client has a logo, the name is the logo's text alternative. */
const client = z
  .strictObject({
    name: described(text, 'The name of the client.', 'North Pier Ferries'),
    ...pictureSettings,
    src: pictureSettings.src
      .optional()
      .describe('The logo, which replaces the name: a file in `public/`, like `/logos/name.svg`.')
      .meta({ label: 'Logo' }),
  })
  .superRefine(({ src, ...size }, context) => {
    if (src !== undefined) checkPictureSize({ src, ...size }, context);
  });

const heroSettings = blockSchema('hero', {
  ...anyBlock,
  layout: oneOf(
    layouts,
    'The layout: a picture below the text (`wide`) or beside it (`split`), a `compact` opening with little space, ' +
      'only large text (`statement`), the key figures of a client story (`case`), a screenshot of a ' +
      '`product`, a full-width picture or chart (`scene`), or the author of an `article` ' +
      'beside the heading.',
  ).meta({ choices: { wide: 'Picture below', split: 'Picture beside', case: 'Client story' } }),
  client: client
    .optional()
    .describe('The client, shown above the key figures of the layout `case`.')
    .meta({ layouts: ['case'] }),
  numbers: describedList('One or two key figures for the layout `case`, such as before and after.', {
    value: described(text, 'The figure, with its unit.', '16 h'),
    label: described(text, 'What the figure measures, and when.', 'to answer a call in 2023'),
  })
    .max(2)
    .default([])
    .meta({ layouts: ['case'] }),
  eyebrow: described(typesetText.optional(), 'The small text above the heading.', 'Weather for planners'),
  heading: described(
    z.union([typesetText, z.array(typesetText).min(2).max(5)]).transform((heading) => [heading].flat()),
    'The large heading at the top of the page, or a list of two to five headings that are shown in turn.',
    'Know the wind before you sail',
  ),
  pause: textWithDefault('pauseHeadline'),
  lead: described(
    inlineText.optional(),
    'A sentence or two below the heading.',
    'Forecasts for harbour crews, checked against what really happened.',
  ),
  byline: describedGroup(
    'Details to add to the author and date of an article, which are set at the top of the file.',
    {
      title: described(text.optional(), 'The job title of the author.', 'Forecaster').meta({
        label: 'Role',
        notCalled: 'name author fullName by heading headline',
      }),
      image: framedPicture.optional().describe('A picture of the author.').meta({ label: 'Portrait' }),
      readTime: described(text.optional(), 'The reading time.', '4 min read').meta({
        search: 'none',
      }),
    },
  )
    .optional()
    .meta({ otherSettings: 'write the author at the top of the file: `author: Mara Fairlead`' }),
  actions: z
    .array(action)
    .max(4)
    .default([])
    .describe('Up to four buttons below the text; the third and fourth are shown as links.'),
  image: captionedPicture
    .optional()
    .describe(
      'The main picture of the page, shown beside the text in the layout `split` and below it in all others ' +
        'except `statement`, which shows no picture.',
    ),
  figure: inlineChart
    .optional()
    .describe(
      'A chart: beside the text in the layout `split`, below the heading in `article`, and full-width below the text in other layouts.',
    ),
  facts: describedList('Up to four short facts beside or below the text.', {
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

/** Checks that the block has the settings that its layout needs, and none that only other layouts use. */
function checkLayout(
  { layout, image, figure, numbers, client }: HeroSettings,
  context: z.RefinementCtx,
): void {
  if (layout === 'case' && numbers.length === 0) {
    const reason = 'the layout `case` needs one or two `numbers`, each with a `value` and a `label`';
    issueAt(context, ['numbers'], `${reason}; otherwise, choose another \`layout\``);
  }
  if (layout === 'product' && !image)
    issueAt(
      context,
      ['image'],
      'the layout `product` needs a screenshot in `image`; otherwise, write `layout: statement`',
    );
  if (layout === 'scene' && !image && !figure)
    issueAt(
      context,
      ['image'],
      'the layout `scene` needs a full-width picture in `image`, or a chart in `figure`',
    );
  if (layout === 'statement' && image)
    issueAt(
      context,
      ['image'],
      'is not shown in the layout `statement`; delete this picture, or write `layout: split`',
    );
  if (layout === 'case') return;
  const misplacedSetting = numbers.length > 0 ? 'numbers' : client ? 'client' : undefined;
  if (misplacedSetting)
    issueAt(
      context,
      [misplacedSetting],
      'is for the layout `case`; write `layout: case`, or delete this setting',
    );
}

const schema = heroSettings
  .superRefine(checkLayout)
  .describe('The opening of a page: a large heading, a sentence or two, and buttons for the next step.');

export const hero = defineBlock({
  schema,
  label: 'Opening',
  purpose: 'Openings',
  otherNames: 'header jumbotron masthead intro page-header title-block hero-section cover splash',
  chartPlaces: ({ layout, image }) => (layout === 'split' && image === undefined ? { own: 'beside' } : {}),
  summarize({ layout, lead, image, byline }) {
    const phoneFile = image?.onPhones?.src;
    return {
      opening: {
        lead,
        // Lists show the whole picture, so `onPhones`, which can select a part, does not apply.
        picture: image && { ...image, onPhones: undefined },
        // Only an SVG is used, because photos can be cropped to fill a tall area.
        tallPicture: phoneFile !== undefined && isSvg(phoneFile) ? { src: phoneFile } : undefined,
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
