import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, text, textWithDefault, inlineText, blockText } from '../../fields/fields.ts';
import { framedPicture } from '../../fields/picture-fields.ts';
import { profiles } from '../../fields/profiles.ts';
import { emailAddress, externalUrl, phoneNumber } from '../../fields/url-fields.ts';

/** The block's content settings, without the settings of its heading. */
export const peopleContent = {
  more: textWithDefault('more'),
  competencies: described(text.optional(), 'The heading above each person’s skills.', 'Good at').meta({
    label: 'Above the skills',
  }),
  profile: textWithDefault(
    'profile',
    'The text of the link to a person’s profile, which opens in a new tab.',
  ),
  newTab: textWithDefault('newTab'),
  items: describedList('People to show.', {
    name: described(text, 'The name of the person.', 'Mara Fairlead').meta({ isInnerHeading: true }),
    title: described(
      z
        .union([text, z.array(text).min(2)])
        .transform((title) => [title].flat())
        .optional(),
      'The job title of the person, or a list of several.',
      'Forecaster',
    ).meta({ label: 'Role' }),
    image: framedPicture
      .optional()
      .describe('A picture of the person; without it, the block shows their initials.')
      .meta({ label: 'Portrait' }),
    text: described(
      inlineText.optional(),
      'A sentence or two about the person, always visible.',
      'Mara has read the north pier since 2009.',
    ),
    bio: described(
      blockText.optional(),
      'The biography, which visitors can open: start with `|`, then write the text on the lines below, indented.',
      'She began as a harbour pilot.',
    ),
    competencies: z
      .array(described(text, 'One skill.', 'Waves'))
      .min(1)
      .optional()
      .describe('Skills of the person.'),
    email: described(
      emailAddress.optional(),
      'The email address of the person, shown to visitors.',
      'mara@example.org',
    ),
    phone: described(phoneNumber.optional(), 'The telephone number of the person.', '+44 20 7946 0001'),
    href: externalUrl
      .optional()
      .describe('The address of the person’s profile on another site, like `https://www.example.org/mara`.')
      .meta({ label: 'Profile' }),
    profiles,
  })
    .min(1)
    .meta({ item: 'person' }),
};

const schema = blockSchema('people', {
  ...sectionSettings,
  layout: oneOf(['cards', 'rows'], 'The layout of the people: `cards` side by side, or full-width `rows`.'),
  ...peopleContent,
}).describe('A team, with pictures and with biographies that visitors can open.');

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
