import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, textWithDefault, inlineText, blockText } from '../../fields/fields.ts';
import { framedPicture } from '../../fields/picture-fields.ts';
import { profiles } from '../../fields/profiles.ts';
import { emailAddress, externalUrl, phoneNumber } from '../../fields/url-fields.ts';

/** The settings of its content, without those of its heading. */
export const peopleContent = {
  more: textWithDefault('more'),
  competencies: described(text.optional(), 'The text above what a person is good at.', 'Good at').meta({
    label: 'Above the skills',
  }),
  profile: textWithDefault('profile', 'The text of the link to a profile, which opens in a new tab.'),
  newTab: textWithDefault('newTab'),
  items: describedList('The list of people.', {
    name: described(text, 'The name of the person.', 'Mara Fairlead').meta({ isInnerHeading: true }),
    title: described(
      z
        .union([text, z.array(text).min(2)])
        .transform((title) => [title].flat())
        .optional(),
      'What the person does here; a list for several roles.',
      'Forecaster',
    ).meta({ label: 'Role' }),
    image: framedPicture
      .optional()
      .describe('A picture of the person; without one the first letters of the name are drawn.')
      .meta({ label: 'Portrait' }),
    text: described(
      inlineText.optional(),
      'A sentence or two about the person, always visible.',
      'Mara has read the north pier since 2009.',
    ),
    bio: described(
      blockText.optional(),
      'The biography, which opens on request: begin with `|` and write below, indented.',
      'She began as a harbour pilot.',
    ),
    competencies: z
      .array(described(text, 'One thing.', 'Waves'))
      .min(1)
      .optional()
      .describe('A list of what the person is good at.'),
    email: described(
      emailAddress.optional(),
      'The e-mail address of the person, which visitors read.',
      'mara@example.org',
    ),
    phone: described(phoneNumber.optional(), 'The telephone number of the person.', '+44 20 7946 0001'),
    href: externalUrl
      .optional()
      .describe('The address of the person’s profile elsewhere, like `https://www.example.org/mara`.')
      .meta({ label: 'Profile' }),
    profiles,
  })
    .min(1)
    .meta({ item: 'person' }),
};

const schema = blockSchema('people', {
  ...sectionSettings,
  layout: oneOf(
    ['cards', 'rows'],
    'How the people stand: side by side as `cards`, or each in a row of its own with `rows`.',
  ),
  ...peopleContent,
}).describe('The people who work here, each with a picture and a biography to open.');

export const people = defineBlock({
  schema,
  purpose: 'Proof',
  otherNames: 'team team-members members staff our-team persons experts speakers crew',
  summarize: ({ items }) => ({
    people: items.map(({ name, title, href, profiles }) => ({
      name,
      title: title?.join(', '),
      href: href ?? profiles?.[0]?.href,
    })),
  }),
});
