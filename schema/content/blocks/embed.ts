import { z } from 'zod';
import { described, oneOf, optionalOneOf } from '../described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { embedOf, type Embed, exampleOfProvider } from '../embed-providers.ts';
import { sectionSettings, text, textWithDefault, inlineText } from '../fields.ts';
import { languageTagOrNone } from '../language-field.ts';
import { picture } from '../picture-fields.ts';
import type { Word } from '../words.ts';

const address = z
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

const schema = blockSchema('embed', {
  ...sectionSettings,
  layout: oneOf(['wide', 'beside'], 'How it stands: across the page with `wide`, or `beside` the heading.'),
  address,
  title: described(text, 'What it is, for those who do not see it.', 'The storm of May, seen from the pier'),
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
    'The language of the subtitles that a film is shown with; `none` if nobody speaks in it.',
    'en',
  ),
  agree: textWithDefault(
    'showOther',
    'The words on the button that shows it, and without scripts leads to the address; usually they say ' +
      'that it is a film, a map or a sound.',
  ),
  note: described(
    inlineText.optional(),
    'What stands below the button: what happens then, and who learns of the visit; without it the usual ' +
      'words for that.',
    'The film comes from **YouTube**, which then learns that you watch it.',
  ),
  elsewhere: described(
    text.optional(),
    'The words of the link to the same address, for those who would rather go there.',
    'Watch it at YouTube',
  ).meta({ describes: 'link', search: 'none' }),
}).describe(
  'A film, a map, a sound or a page of another site: nothing is loaded from there until a visitor agrees.',
);

const agreements: Record<Embed['kind'], Word> = {
  film: 'playFilm',
  sound: 'playSound',
  sounds: 'playSound',
  map: 'showMap',
  other: 'showOther',
};

export const embed = defineBlock({
  schema,
  summarize: ({ address }) => ({ frame: embedOf(address)?.host }),
  /** Adds the text of the button and the note for the kind and host of the embed. */
  withDefaultTexts(block, { words }) {
    const { address, agree, note } = block;
    if (agree !== '' && note) return block;
    const { kind = 'other' } = embedOf(address) ?? {};
    const host = new URL(address).hostname.replace(/^www\./, '');
    return {
      ...block,
      agree: agree || words[agreements[kind]],
      note: note ?? [words.agreement.replace('{host}', host)],
    };
  },
  /** Subtitles on another site cannot be checked. */
  warnings({ address, subtitles }) {
    if (subtitles !== undefined || embedOf(address)?.kind !== 'film') return [];
    return [
      {
        path: ['address'],
        rule: 'film-subtitles',
        message: 'nothing is said of the subtitles of this film',
        label: 'who does not hear it misses what is said',
        received: address,
        advice:
          'let the site that the film lies on show subtitles, correct them there, and write their language, ' +
          'like `subtitles: en`; `subtitles: none` if nobody speaks',
      },
    ];
  },
});
