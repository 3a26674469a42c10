import { z } from 'zod';
import { described, oneOf, optionalOneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock, type Texts } from '../block-definition.ts';
import { issueAt } from '../../fields/issue-at.ts';
import {
  embedOf,
  type Embed,
  exampleOfProvider,
  mapCoordinates,
  shownIn,
} from '../../fields/embed-providers.ts';
import { sectionSettings, text, textWithDefault, inlineText } from '../../fields/fields.ts';
import { languageTagOrNone } from '../../fields/language-field.ts';
import { picture } from '../../fields/picture-fields.ts';
import type { Word } from '../../fields/words.ts';

const embedUrl = z
  .string()
  .regex(/^https:\/\/[^\s/"'<>]+(\/[^\s"'<>]*)?$/, 'must be an address that starts with `https://`')
  .refine((value) => URL.canParse(value), 'must be an address that a browser can open')
  .superRefine((value, { addIssue }) => {
    const example = exampleOfProvider(value);
    if (example !== undefined && !embedOf(value))
      addIssue({ code: 'custom', message: `must lead to what is shown, like \`${example}\`` });
  })
  .meta({
    description:
      'The address of what is shown, as it stands in the address bar of a browser: a film of YouTube or ' +
      'Vimeo, a place on OpenStreetMap, a sound of Spotify, or a page of a site that `_site.yaml` names.',
    examples: ['https://www.youtube.com/watch?v=tide0000001'],
    refersTo: 'embed',
  });

const mapPlace = z.strictObject({
  label: described(text, 'The name of the place.', 'The office'),
  address: z
    .string()
    .refine(
      (value) => mapCoordinates(value) !== undefined,
      'must be the address of a place on OpenStreetMap, like `https://www.openstreetmap.org/#map=17/54.0924/12.1407`',
    )
    .meta({
      description: 'The address of the place on OpenStreetMap, as it stands in the address bar of a browser.',
      examples: ['https://www.openstreetmap.org/#map=17/54.0924/12.1407'],
    }),
  text: described(inlineText.optional(), 'A sentence on it.', 'The entrance is on the **north** side.'),
});

/** The settings of its content, without those of its heading. */
export const embedContent = {
  address: embedUrl.optional(),
  places: z
    .array(mapPlace)
    .min(1)
    .max(20)
    .optional()
    .describe(
      'The list of places on one map of OpenStreetMap, in the place of `address`; the map shows them all, and ' +
        'the list below it leads to each.',
    ),
  title: described(text, 'A text alternative for screen readers.', 'The storm of May, seen from the pier'),
  image: picture
    .optional()
    .describe('The picture that stands in its place until the visitor agrees: one of your own.'),
  ratio: optionalOneOf(
    ['wide', 'classic', 'square', 'tall', 'low'],
    'The shape: `wide` as films are, `classic` as a photo, `square`, `tall` as a telephone, or `low` ' +
      'as a player of sounds; without it, what suits the address.',
  ),
  subtitles: described(
    languageTagOrNone.optional(),
    'The language of the subtitles of a film, or `none` for a film without speech.',
    'en',
  ),
  agree: textWithDefault(
    'showOther',
    'The words on the button that shows it, and without scripts leads to the address; usually they say ' +
      'that it is a film, a map or a sound.',
  ),
  note: described(
    inlineText.optional(),
    'A note below the button on what is loaded and who learns of the visit; by default a built-in text.',
    'The film comes from **YouTube**, which then learns that you watch it.',
  ),
  elsewhere: described(
    text.optional(),
    'The text of the link that opens the content on its own site.',
    'Watch it at YouTube',
  ).meta({ describes: 'link', search: 'none' }),
};

type EmbedContent = z.output<z.ZodObject<typeof embedContent>>;

/** Requires an address or places. */
export function checkEmbed({ address, places }: Partial<EmbedContent>, context: z.RefinementCtx): void {
  if (address === undefined && !places)
    issueAt(context, ['address'], 'what is shown; or write `places`, a list of places for a map');
  if (address !== undefined && places)
    issueAt(context, ['places'], 'cannot stand beside `address`; delete one of the two');
}

/** Other content needs the width of the page, and a sandbox (see embed.tsx). */
export function checkIsMap({ address }: Partial<EmbedContent>, context: z.RefinementCtx): void {
  if (address !== undefined && embedOf(address)?.kind !== 'map')
    issueAt(
      context,
      ['address'],
      'must be that of a place on OpenStreetMap: a film, a sound or a page needs an `embed` block of its own',
    );
}

const schema = blockSchema('embed', {
  ...sectionSettings,
  layout: oneOf(['wide', 'beside'], 'How it stands: across the page with `wide`, or `beside` the heading.'),
  ...embedContent,
})
  .superRefine(checkEmbed)
  .describe(
    'A film, a map, a sound or a page of another site: nothing is loaded from there until a visitor agrees.',
  );

const agreements: Record<Embed['kind'], Word> = {
  film: 'playFilm',
  sound: 'playSound',
  sounds: 'playSound',
  map: 'showMap',
  other: 'showOther',
};

/** The host that is embedded. */
export const embeddedHost = ({ address, places }: EmbedContent): string | undefined =>
  shownIn({ address, places })?.host;

/** Adds the text of the button and the note for the kind and host of the embed. */
export function withEmbedTexts<Content extends EmbedContent>(block: Content, { words }: Texts): Content {
  const { agree, note } = block;
  if (agree !== '' && note) return block;
  const { kind, address } = shownIn(block) ?? { kind: 'other' as const, address: 'https://example.org' };
  const host = new URL(address).hostname.replace(/^www\./, '');
  return {
    ...block,
    agree: agree || words[agreements[kind]],
    note: note ?? [words.agreement.replace('{host}', host)],
  };
}

export const embed = defineBlock({
  schema,
  label: 'Film or map',
  purpose: 'Text and media',
  otherNames:
    'map maps iframe youtube vimeo video-embed google-map google-maps openstreetmap spotify podcast audio html widget',
  summarize: (block) => ({ frames: [embeddedHost(block) ?? []].flat() }),
  withDefaultTexts: (block, site) => withEmbedTexts(block, site),
  /** Subtitles on another site cannot be checked. */
  warnings({ address, subtitles }) {
    if (address === undefined || subtitles !== undefined || embedOf(address)?.kind !== 'film') return [];
    return [
      {
        path: ['address'],
        rule: 'film-subtitles',
        message: 'nothing is said of the subtitles of this film',
        label: 'who does not hear it misses what is said',
        received: address,
        advice:
          'let the site that the film lies on show subtitles, correct them there, and write their language, ' +
          'like `subtitles: en`, or `subtitles: none` for a film without speech',
      },
    ];
  },
});
