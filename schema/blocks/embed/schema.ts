import { z } from 'zod';
import { described, oneOf, optionalOneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock, type PageWords } from '../block-definition.ts';
import { issueAt } from '../../fields/issue-at.ts';
import {
  parseEmbed,
  type Embed,
  findProviderExample,
  readMapCoordinates,
  resolveEmbed,
} from '../../fields/embed-providers.ts';
import { sectionSettings, text, textWithDefault, inlineText } from '../../fields/fields.ts';
import { languageTagOrNone } from '../../fields/language-field.ts';
import { picture } from '../../fields/picture-fields.ts';
import type { Word } from '../../fields/words.ts';

const embedUrl = z
  .string()
  .regex(/^https:\/\/[^\s/"'<>]+(\/[^\s"'<>]*)?$/, 'must be an address that starts with `https://`')
  .refine((value) => URL.canParse(value), 'must be a valid web address')
  .superRefine((value, { addIssue }) => {
    const example = findProviderExample(value);
    if (example !== undefined && !parseEmbed(value))
      addIssue({ code: 'custom', message: `must be the address of the content itself, like \`${example}\`` });
  })
  .meta({
    description:
      'The address of the content, copied from the address bar of a browser: a video on YouTube or ' +
      'Vimeo, a place on OpenStreetMap, a recording on Spotify, or a page of a site that `_site.yaml` allows.',
    examples: ['https://www.youtube.com/watch?v=tide0000001'],
    refersTo: 'embed',
  });

const mapPlace = z.strictObject({
  label: described(text, 'The name of the place.', 'The office'),
  address: z
    .string()
    .refine(
      (value) => readMapCoordinates(value) !== undefined,
      'must be the address of a place on OpenStreetMap, like `https://www.openstreetmap.org/#map=17/54.0924/12.1407`',
    )
    .meta({
      description: 'The address of the place on OpenStreetMap, copied from the address bar of a browser.',
      examples: ['https://www.openstreetmap.org/#map=17/54.0924/12.1407'],
    }),
  text: described(
    inlineText.optional(),
    'A sentence about the place.',
    'The entrance is on the **north** side.',
  ),
});

/** The block's content settings, without the settings of its heading. */
export const embedContent = {
  address: embedUrl.optional(),
  places: z
    .array(mapPlace)
    .min(1)
    .max(20)
    .optional()
    .describe(
      'Places to show together on an OpenStreetMap map, instead of `address`, each with a link below the map.',
    ),
  title: described(
    text,
    'The title of the content, for screen readers.',
    'The storm of May, seen from the pier',
  ),
  image: picture.optional().describe('Your own picture, shown until the visitor agrees to load the content.'),
  ratio: optionalOneOf(
    ['wide', 'classic', 'square', 'tall', 'low'],
    'The shape of the content: `wide` like a video, `classic` like a photo, `square`, `tall` like a phone, or `low` ' +
      'like an audio player (default: depends on the content).',
  ),
  subtitles: described(
    languageTagOrNone.optional(),
    'The subtitle language of a video, or `none` for a video without speech.',
    'en',
  ),
  agree: textWithDefault(
    'showOther',
    'The text of the button that loads the content (default: a built-in text for videos, maps, recordings ' +
      'or pages).',
  ),
  note: described(
    inlineText.optional(),
    'A note below the button that says what is loaded and who learns of the visit (default: a built-in text).',
    'The film comes from **YouTube**, which then learns that you watch it.',
  ),
  elsewhere: described(
    text.optional(),
    'The text of the link that opens the content on its own site.',
    'Watch it at YouTube',
  ).meta({ describes: 'link', search: 'none' }),
};

type EmbedContent = z.output<z.ZodObject<typeof embedContent>>;

/** Reports content that has both or neither of the settings `address` and `places`. */
export function checkEmbed({ address, places }: Partial<EmbedContent>, context: z.RefinementCtx): void {
  if (address === undefined && !places)
    issueAt(
      context,
      ['address'],
      '`address` is the address of the content to show; for a map, you can write `places` instead',
    );
  if (address !== undefined && places)
    issueAt(context, ['places'], 'cannot be used together with `address`; delete one of the two');
}

/** Rejects all content except maps, because other content needs the full page width and a sandbox (see embed.tsx). */
export function requireMap({ address }: Partial<EmbedContent>, context: z.RefinementCtx): void {
  if (address !== undefined && parseEmbed(address)?.kind !== 'map')
    issueAt(
      context,
      ['address'],
      'must be a place on OpenStreetMap; for a video, a recording or a page, use a separate `embed` block',
    );
}

const schema = blockSchema('embed', {
  ...sectionSettings,
  layout: oneOf(
    ['wide', 'beside'],
    'The position of the content: as wide as the page (`wide`), or `beside` the heading.',
  ),
  ...embedContent,
})
  .superRefine(checkEmbed)
  .describe(
    'A video, map, recording or page from another site, which is only loaded when the visitor agrees.',
  );

const buttonWords: Record<Embed['kind'], Word> = {
  film: 'playFilm',
  sound: 'playSound',
  sounds: 'playSound',
  map: 'showMap',
  other: 'showOther',
};

/** Returns the host of the embedded content. */
export const getEmbeddedHost = ({ address, places }: EmbedContent): string | undefined =>
  resolveEmbed({ address, places })?.host;

/** Adds the default texts for the button and the note. The texts depend on the kind of content and on its host. */
export function addEmbedTexts<Content extends EmbedContent>(block: Content, { words }: PageWords): Content {
  const { agree, note } = block;
  if (agree !== '' && note) return block;
  const { kind, address } = resolveEmbed(block) ?? { kind: 'other' as const, address: 'https://example.org' };
  const host = new URL(address).hostname.replace(/^www\./, '');
  return {
    ...block,
    agree: agree || words[buttonWords[kind]],
    note: note ?? [words.agreement.replace('{host}', host)],
  };
}

export const embed = defineBlock({
  schema,
  label: 'Video or map',
  purpose: 'Text and media',
  otherNames:
    'map maps iframe youtube vimeo video-embed google-map google-maps openstreetmap spotify podcast audio html widget',
  summarize: (block) => ({ frames: [getEmbeddedHost(block) ?? []].flat() }),
  withDefaultTexts: (block, site) => addEmbedTexts(block, site),
  /**
   * Reports a missing setting `subtitles`, because the checker cannot tell whether a video on another site has
   * subtitles.
   */
  warnings({ address, subtitles }) {
    if (address === undefined || subtitles !== undefined || parseEmbed(address)?.kind !== 'film') return [];
    return [
      {
        path: ['address'],
        rule: 'film-subtitles',
        message: 'the setting `subtitles` of this video is missing',
        label: 'without subtitles, deaf visitors cannot follow the video',
        received: address,
        advice:
          'add correct subtitles on the video’s own site, then write their language, ' +
          'like `subtitles: en`; for a video without speech, write `subtitles: none`',
      },
    ];
  },
});
