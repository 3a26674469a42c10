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
import { getWordLabel } from '../fields/labels.ts';
import { languageTag } from '../fields/language-field.ts';
import { otherProgram, redirect } from './old-addresses.ts';
import { sharePicture } from './page.ts';
import { iconName } from '../fields/picture-fields.ts';
import { robots } from './robots.ts';
import type { ResolvedTheme } from './theme-presets.ts';
import { theme } from './theme.ts';
import { english, type Words, type Word, wordNames, wordDescriptions } from '../fields/words.ts';

export const announcement = describedGroup('An announcement in a strip above the header of every page.', {
  label: textWithDefault('announcement'),
  text: described(inlineText, 'The text of the announcement.', 'The pier is **open** again.'),
  link: z
    .union([toPage, toExternal], { error: '`to` links to a page, and `href` to another site' })
    .optional()
    .describe('A link to more information, with a `label` and one target.'),
  until: described(
    dayField.optional(),
    'The last day on which the announcement is shown; later builds omit it.',
    '2026-10-09',
  ),
});

const covers = z
  .array(pageRoute)
  .default([])
  .describe(
    'Other pages on which the header highlights this item; pages below its address are always included.',
  );

const featured = toPage.extend({
  heading: described(text, 'The title of the story, such as the client name.', 'North Pier Ferries'),
  value: described(text.optional(), 'A key figure, with its unit.', '16 h → 4 min'),
  text: described(
    text.optional(),
    'A sentence about the story.',
    'To answer a call, over all nine stations.',
  ),
});

const menu = z.strictObject({
  label: described(text, 'The label in the header that opens the menu.', 'Stations'),
  items: z
    .array(
      toPage.extend({
        text: described(text.optional(), 'A few words about the page.', 'What the stations see by night'),
        icon: iconName.optional(),
      }),
    )
    .min(1)
    .describe('Pages in the menu.')
    .meta({ item: 'page' }),
  featured: featured
    .optional()
    .describe(
      'A featured page, shown with more text beside the menu items; small windows show only its link, below them.',
    ),
  covers,
});

const dialog = z.strictObject({
  close: textWithDefault('close', 'The label of the button that closes the dialog.'),
  form: form.schema
    .refine(({ hidden }) => !hidden, {
      path: ['hidden'],
      message: 'is only for blocks on pages, because a dialog stays hidden until a button opens it',
    })
    .describe('The form in the dialog.'),
});
export type Dialog = z.output<typeof dialog>;

const customWords = Object.fromEntries(
  wordNames.map((name) => [
    name,
    described(defaultTextField(name).optional(), wordDescriptions[name], english[name]).meta({
      label: getWordLabel(name),
    }),
  ]),
) as Record<Word, z.ZodOptional<typeof text>>; // `Object.fromEntries` loses the key types

const navigation = describedGroup('The header of every page.', {
  label: textWithDefault('navigation'),
  items: z
    .array(z.union([toPage.extend({ covers }), menu]))
    .min(1)
    .describe('Pages and menus in the header.')
    .meta({ item: 'entry' }),
  action: toPage.optional().describe('The button at the end of the header.'),
  menu: textWithDefault('menu'),
  close: textWithDefault('close', 'The label of the menu button while the navigation is open.'),
  skip: textWithDefault('skip'),
  home: textWithDefault('home'),
  colors: optionalTextWithDefault('colors'),
  search: optionalTextWithDefault('search'),
}).meta({ group: 'content' });

const footer = describedGroup('The footer of every page.', {
  label: described(
    text.optional(),
    'The name of the footer, for screen readers; few sites need it.',
    'More about us',
  ).meta({ label: 'Name', group: 'more' }),
  address: described(text.optional(), 'The text above the address.', 'On the pier').meta({
    label: 'Above the address',
  }),
  lead: described(
    text.optional(),
    'A sentence about what the company does.',
    'Forecasts for everybody who comes by boat.',
  ),
  groups: describedList('Groups of links.', {
    heading: described(text, 'The text above the links.', 'Forecasts'),
    items: z
      .array(z.union([toPage, toExternal]))
      .min(1)
      .describe('Links in the group.')
      .meta({ item: 'link' }),
  }).default([]),
  social: z
    .array(profile)
    .default([])
    .describe('Company profiles on other sites; the name and icon of each site are added automatically.'),
  note: described(text.optional(), 'A short note, such as the copyright.', '© 2026 Harbour Office'),
  legal: z
    .array(toPage)
    .default([])
    .describe('Legal links at the end of the footer, such as the imprint and the privacy policy.'),
}).default({ groups: [], social: [], legal: [] });

/** The settings of `_site.yaml`. */
export const site = z
  .strictObject({
    company: described(text, 'The company name.', 'Harbour Office'),
    url: described(
      z
        .string()
        .regex(
          /^https:\/\/[a-z0-9.-]+(:\d+)?(\/[\w.~%-]+)*\/*$/,
          'must be an address like `https://www.example.org`, or `https://www.example.org/project` for a site in a subfolder',
        )
        .refine((url) => URL.canParse(url), 'must be a valid web address')
        .transform((url) => url.replace(/\/+$/, '')),
      'The address of the site, with a path if the site is in a subfolder of its host.',
      'https://www.example.org',
    ),
    language: described(languageTag, 'The language of the pages.', 'en'),
    zone: described(
      timeZone.optional(),
      'The time zone of all dates and times on the site (default: UTC).',
      'Europe/London',
    ),
    email: described(
      text.optional(),
      'The company email address, which pages can insert as `{{email}}`.',
      'post@example.org',
    ),
    phone: described(
      text.optional(),
      'The company telephone number, which pages can insert as `{{phone}}`.',
      '+44 20 7946 0000',
    ),
    address: z
      .array(described(text, 'One line of the address.', '1 Pier Road'))
      .default([])
      .describe('The postal address, one item per line.')
      .meta({ label: 'Postal address' }),
    linkAddresses: booleanField
      .optional()
      .describe(
        '`false` to leave email addresses, telephone numbers and web addresses in texts as plain text instead of turning them into links.',
      ),
    theme: theme.default({}).describe('The look of the site: colours, fonts and layout.'),
    pictures: describedGroup('Sites that pages may show pictures from, in addition to `public/`.', {
      hosts: z.array(hostName).default([]).describe('Hosts that pages can load pictures from.'),
    })
      .default({ hosts: [] })
      .meta({ label: 'Picture sites' }),
    embeds: describedGroup(
      'Sites that pages may embed, in addition to YouTube, Vimeo, OpenStreetMap and Spotify.',
      {
        hosts: z
          .array(hostName)
          .default([])
          .describe('Hosts that pages can embed content from, with an `embed` block.'),
      },
    ).default({ hosts: [] }),
    share: z
      .union([
        z.enum(['pages', 'sections', 'site']),
        z.strictObject({
          image: sharePicture.describe('Your own photo, cropped to a ratio of almost 2:1.'),
        }),
      ])
      .default('pages')
      .describe(
        'The share images: `pages` creates one for each page, ' +
          '`sections` one for each folder, and `site` one for the whole site; or set an `image` ' +
          'for all pages that have none of their own.',
      ),
    variables: z
      .record(name, described(text, 'The text that replaces `{{name}}` on all pages.', 'from dawn to dusk'))
      .default({})
      .describe('Texts that pages can insert as `{{name}}`.'),
    navigation,
    announcement: announcement.optional(),
    footer,
    languages: describedList('Other languages of the site, each with its own header and footer.', {
      language: described(languageTag, 'The language of the pages with this header and footer.', 'de'),
      navigation,
      footer,
    })
      .refine((all) => new Set(all.map(({ language }) => language)).size === all.length, {
        error: 'lists a language twice; merge the two items',
      })
      .default([])
      .meta({ item: 'language' }),
    host,
    redirects: z.array(redirect).default([]).describe('Redirects from old addresses.'),
    otherPrograms: z
      .array(otherProgram)
      .default([])
      .describe(
        'Addresses of other programs on the same host, such as a shop, so that pages can link to them.',
      ),
    robots: robots
      .default({ block: [], disallow: [] })
      .describe(
        'Rules for robots, such as search engines and AI crawlers (default: they may read everything).',
      ),
    skipFaulty: booleanField
      .default(false)
      .describe(
        '`true` to build the site (except in CI) even if pages have errors: the build keeps the last version of these pages, or omits ' +
          'them and all links to them.',
      ),
    words: z
      .strictObject(customWords)
      .default({})
      .describe('Your own texts instead of the built-in texts; blocks can override them.'),
    dialogs: z
      .record(name, dialog.describe('A dialog; its key is the name that buttons use.'))
      .default({})
      .describe('Dialogs that buttons on any page can open by name.'),
  })
  .superRefine(({ language, languages }, context) => {
    const duplicateIndex = languages.findIndex((entry) => entry.language === language);
    if (duplicateIndex !== -1)
      issueAt(
        context,
        ['languages', duplicateIndex, 'language'],
        'is already the main language of the site',
        'delete this item, or choose another language',
      );
  });
export type SiteSettings = z.output<typeof site>;
/** The site settings, completed with all words and with facts for rendering. */
export type Site = Omit<SiteSettings, 'words' | 'theme'> & {
  words: Words;
  theme: ResolvedTheme;
  /** The site language, if the page language differs. */
  frameLanguage?: string;
  /**
   * Set if the page language differs from the site language, and the site has a header and footer in the page language.
   */
  hasOwnFrame?: true;
  /** The routes of the home pages in other languages, by language tag. */
  homes?: Readonly<Record<string, string>>;
  /** The facts about custom fonts, by path. */
  fontFacts?: Readonly<Record<string, Omit<FontFacts, 'letters'>>>;
  /** The SVG elements of the icons in the header, by name. */
  icons?: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>;
  /** Labels such as "PDF, 1.2 MB" for the files that the header and footer link to, by path. */
  fileWords?: Readonly<Record<string, string>>;
  /** The languages of the pages that the header and footer link to, by path. Set if the site has several languages. */
  linkLanguages?: Readonly<Record<string, string>>;
  /** The SVG elements of the profile icons in the footer, by name. */
  profileIcons?: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>;
  /** The minimum window width in rem at which the header fits on one row, or 0 if it never fits. */
  headerRow?: number;
};
export type Menu = z.output<typeof menu>;
