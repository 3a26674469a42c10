import { z } from 'zod';
import { described, describedGroup, describedList } from '../fields/described-fields.ts';
import {
  textWithDefault,
  name,
  text,
  optionalTextWithDefault,
  defaultTextField,
  inlineText,
  booleanField,
} from '../fields/fields.ts';
import { profile } from '../fields/profiles.ts';
import { toExternal, toPage, hostName, pageRoute } from '../fields/link-fields.ts';
import { dayField, timeZone } from '../fields/date-fields.ts';
import type { FontFacts } from '../fields/font-facts.ts';
import { issueAt } from '../fields/issue-at.ts';
import { host } from './hosts.ts';
import { form } from '../blocks/form/schema.ts';
import { labelOfWord } from '../fields/labels.ts';
import { languageTag } from '../fields/language-field.ts';
import { otherProgram, redirect } from './old-addresses.ts';
import { sharePicture } from './page.ts';
import { iconName } from '../fields/picture-fields.ts';
import { robots } from './robots.ts';
import type { ResolvedTheme } from './theme-presets.ts';
import { theme } from './theme.ts';
import { english, type Words, type Word, wordNames, wordDescriptions } from '../fields/words.ts';

export const announcement = describedGroup('What all pages announce, in a strip above the header.', {
  label: textWithDefault('announcement'),
  text: described(
    inlineText,
    'What is announced, above the header of all pages.',
    'The pier is **open** again.',
  ),
  link: z
    .union([toPage, toExternal], { error: '`to` leads to a page, and `href` elsewhere' })
    .optional()
    .describe('A link to more: a `label` and one place it leads to.'),
  until: described(
    dayField.optional(),
    'The last day on which it is shown; a build after it leaves it out.',
    '2026-10-09',
  ),
});

const covers = z
  .array(pageRoute)
  .default([])
  .describe(
    'The list of pages that belong here too, besides those under this address: the header marks this ' +
      'entry on them.',
  );

const featured = toPage.extend({
  heading: described(text, 'Whose story it is, or what it is about.', 'North Pier Ferries'),
  value: described(text.optional(), 'One number of it, with its unit.', '16 h → 4 min'),
  text: described(text.optional(), 'A sentence on it.', 'To answer a call, over all nine stations.'),
});

const menu = z.strictObject({
  label: described(text, 'The word in the header that opens the menu.', 'Stations'),
  items: z
    .array(
      toPage.extend({
        text: described(text.optional(), 'A few words on what is there.', 'What the stations see by night'),
        icon: iconName.optional(),
      }),
    )
    .min(1)
    .describe('The list of pages in the menu.')
    .meta({ item: 'page' }),
  featured: featured
    .optional()
    .describe('One page beside the list, with more words; in a small window, its link below the list.'),
  covers,
});

const dialog = z.strictObject({
  close: textWithDefault('close', 'The label of the button that closes the dialog.'),
  form: form.schema
    .refine(({ hidden }) => !hidden, {
      path: ['hidden'],
      message: 'belongs to blocks of pages: a dialog is only seen where a button opens it',
    })
    .describe('The form in the dialog.'),
});
export type Dialog = z.output<typeof dialog>;

const customWords = Object.fromEntries(
  wordNames.map((name) => [
    name,
    described(defaultTextField(name).optional(), wordDescriptions[name], english[name]).meta({
      label: labelOfWord(name),
    }),
  ]),
) as Record<Word, z.ZodOptional<typeof text>>; // entries lose their key types

const navigation = describedGroup('The header of all pages.', {
  label: textWithDefault('navigation'),
  items: z
    .array(z.union([toPage.extend({ covers }), menu]))
    .min(1)
    .describe('The list of pages and menus in the header.')
    .meta({ item: 'entry' }),
  action: toPage.optional().describe('The button at the end of the header.'),
  menu: textWithDefault('menu'),
  close: textWithDefault('close', 'The label of the same switch while the navigation is open.'),
  skip: textWithDefault('skip'),
  home: textWithDefault('home'),
  colors: optionalTextWithDefault('colors'),
  search: optionalTextWithDefault('search'),
}).meta({ group: 'content' });

const footer = describedGroup('The footer of all pages.', {
  label: described(
    text.optional(),
    'The name of the footer, for screen readers; few sites need one.',
    'More about us',
  ).meta({ label: 'Name', group: 'more' }),
  address: described(text.optional(), 'The text above the address.', 'On the pier').meta({
    label: 'Above the address',
  }),
  lead: described(
    text.optional(),
    'A sentence on what the company does.',
    'Forecasts for everybody who comes by boat.',
  ),
  groups: describedList('The list of groups of links.', {
    heading: described(text, 'The text above the links.', 'Forecasts'),
    items: z
      .array(z.union([toPage, toExternal]))
      .min(1)
      .describe('The list of links.')
      .meta({ item: 'link' }),
  }).default([]),
  social: z
    .array(profile)
    .default([])
    .describe('The list of profiles of the company elsewhere; the site gives each a name and a drawing.'),
  note: described(text.optional(), 'The small print, such as the copyright.', '© 2026 Harbour Office'),
  legal: z
    .array(toPage)
    .default([])
    .describe('The list of links below everything else: imprint, privacy and the like.'),
}).default({ groups: [], social: [], legal: [] });

/** The settings of `_site.yaml`. */
export const site = z
  .strictObject({
    company: described(text, 'The name of the company, as visitors read it.', 'Harbour Office'),
    url: described(
      z
        .string()
        .regex(
          /^https:\/\/[a-z0-9.-]+(:\d+)?(\/[\w.~%-]+)*\/*$/,
          'must be like `https://www.example.org`, or `https://www.example.org/project` if the site is below a path',
        )
        .refine((url) => URL.canParse(url), 'must be an address that a browser can open')
        .transform((url) => url.replace(/\/+$/, '')),
      'The address of the site: of its host, or of a path below which all of it is served.',
      'https://www.example.org',
    ),
    language: described(languageTag, 'The language of the pages.', 'en'),
    zone: described(
      timeZone.optional(),
      'The time zone in which the days of this site begin and end, that of Greenwich without it.',
      'Europe/London',
    ),
    email: described(
      text.optional(),
      'The e-mail address of the company, which pages write as `{{email}}`.',
      'post@example.org',
    ),
    phone: described(
      text.optional(),
      'The telephone number of the company, which pages write as `{{phone}}`.',
      '+44 20 7946 0000',
    ),
    address: z
      .array(described(text, 'One line.', '1 Pier Road'))
      .default([])
      .describe('The postal address, line by line, as on an envelope.')
      .meta({ label: 'Postal address' }),
    linkAddresses: booleanField
      .optional()
      .describe(
        '`false` to keep email addresses, telephone numbers and web addresses in texts from becoming links.',
      ),
    theme: theme
      .default({})
      .describe('What the site chooses of its look; everything else follows from the design.'),
    pictures: describedGroup('Where pictures may come from, besides `public/`.', {
      hosts: z.array(hostName).default([]).describe('The list of other sites whose pictures pages may show.'),
    })
      .default({ hosts: [] })
      .meta({ label: 'Picture sites' }),
    embeds: describedGroup(
      'What may be shown of other sites, besides YouTube, Vimeo, OpenStreetMap and Spotify.',
      {
        hosts: z
          .array(hostName)
          .default([])
          .describe('The list of other sites that pages may show something of in an `embed` block.'),
      },
    ).default({ hosts: [] }),
    share: z
      .union([
        z.enum(['pages', 'sections', 'site']),
        z.strictObject({
          image: sharePicture.describe('A photo of your own, cut to nearly two by one.'),
        }),
      ])
      .default('pages')
      .describe(
        'The pictures with which links to the site are shown elsewhere: `pages` draws one for each page, ' +
          '`sections` one for the pages of each folder, `site` one for all; or an `image` ' +
          'of your own for all pages that have none.',
      ),
    variables: z
      .record(
        name,
        described(
          text,
          'The text that stands wherever a page writes this name in `{{ }}`.',
          'from dawn to dusk',
        ),
      )
      .default({})
      .describe('More names that pages can write as `{{name}}`, each with its text.'),
    navigation,
    announcement: announcement.optional(),
    footer,
    languages: describedList('The list of other languages with a header and footer of their own.', {
      language: described(languageTag, 'The language of the pages that have them.', 'de'),
      navigation,
      footer,
    })
      .refine((all) => new Set(all.map(({ language }) => language)).size === all.length, {
        error: 'names a language twice; put all of it in one of the two',
      })
      .default([])
      .meta({ item: 'language' }),
    host,
    redirects: z
      .array(redirect)
      .default([])
      .describe('The list of old addresses, and where visitors of each are sent.'),
    otherPrograms: z
      .array(otherProgram)
      .default([])
      .describe(
        'The list of addresses on the same host that other programs answer, such as a shop: pages can link to ' +
          'them, and the site has no page there.',
      ),
    robots: robots
      .default({ block: [], disallow: [] })
      .describe('What robots are asked not to read; without it they may read everything.'),
    skipFaulty: booleanField
      .default(false)
      .describe(
        '`true` to build the site, except in CI, even if pages have errors: those pages stay as in the last build, or are ' +
          'left out with all links to them.',
      ),
    words: z
      .strictObject(customWords)
      .default({})
      .describe('Other words for what is built in, each under its name; a block may have its own.'),
    dialogs: z
      .record(name, dialog.describe('One dialog, under the name that actions write.'))
      .default({})
      .describe('The dialogs that an action of any page can open by their name.'),
  })
  .superRefine(({ language, languages }, context) => {
    const at = languages.findIndex((one) => one.language === language);
    if (at !== -1)
      issueAt(
        context,
        ['languages', at, 'language'],
        'is the language of the site, whose header is `navigation`',
        'delete it, or name another language',
      );
  });
export type SiteSettings = z.output<typeof site>;
/** The settings of a site with all its words. */
export type Site = Omit<SiteSettings, 'words' | 'theme'> & {
  words: Words;
  theme: ResolvedTheme;
  /** The language of the site, if the page has another one. */
  frameLanguage?: string;
  /** Whether header and footer are in the language of the page, although that is another one. */
  hasOwnFrame?: true;
  /** The home page in each other language that has one. */
  homes?: Readonly<Record<string, string>>;
  /** Facts about custom fonts, by path. */
  fontFacts?: Readonly<Record<string, Omit<FontFacts, 'letters'>>>;
  /** The elements of the icons of the header, by name. */
  icons?: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>;
  /** Kind and size of files that header and footer link to, as text, by path. */
  fileWords?: Readonly<Record<string, string>>;
  /** The languages of the pages that header and footer link to, by path, if pages have several. */
  linkLanguages?: Readonly<Record<string, string>>;
  /** The drawings of the profiles in the footer, by name. */
  profileIcons?: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>;
  /** The width of the window in rem from which the header is in one row; 0 if it never is. */
  headerRow?: number;
};
export type Menu = z.output<typeof menu>;
