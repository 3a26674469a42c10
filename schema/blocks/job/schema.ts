import { z } from 'zod';
import { described, describedGroup, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import {
  booleanField,
  factsLayout,
  integerField,
  typesetText,
  sectionSettings,
  text,
  textWithDefault,
  inlineText,
} from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { dayField } from '../../fields/date-fields.ts';

const codeLike = (pattern: RegExp, like: string) => z.string().regex(pattern, `must be like \`${like}\``);

/** The code of a country, for other ways to write it: `uk` is `GB`. */
function countryCode(written: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(written)) return undefined;
  const { region } = new Intl.Locale('und', { region: written });
  const name = region && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(region);
  return name === undefined || region === 'ZZ' ? undefined : region;
}

const country = z.string().superRefine((written, context) => {
  const usual = countryCode(written);
  if (usual !== written)
    context.addIssue({
      code: 'custom',
      message: 'must be the code of a country, like `GB`',
      ...(usual !== undefined && { params: { usual } }),
    });
});

const schema = blockSchema('job', {
  ...sectionSettings,
  layout: factsLayout,
  published: described(dayField, 'The day on which the post was advertised.', '2026-10-02'),
  place: describedGroup('Where the work is.', {
    label: textWithDefault('where', 'The word for the place.'),
    text: described(typesetText, 'The town, and whatever else visitors should know.', 'Saltquay'),
    address: described(text.optional(), 'Its address, on one line.', '9 North Pier').meta({ search: 'none' }),
    country: described(country, 'The country, in two capital letters.', 'GB'),
    remote: booleanField.optional().describe('`true` if the work can be done from home altogether.'),
  }),
  hours: describedGroup('How much work it is.', {
    label: textWithDefault('hours', 'The word for the hours.'),
    text: described(typesetText, 'How much it is.', '38 hours a week, in shifts'),
    kind: oneOf(
      ['full-time', 'part-time', 'contractor', 'temporary', 'intern', 'volunteer'],
      'What search engines call it.',
    ),
  }),
  pay: describedGroup('What the work pays.', {
    label: textWithDefault('pay', 'The word for the pay.'),
    text: described(typesetText, 'What it pays, as visitors read it.', '£42,000 to £48,000 a year'),
    least: described(integerField(1, 100_000_000), 'The least, as a number.', '42000'),
    most: described(integerField(1, 100_000_000).optional(), 'The most, as a number.', '48000'),
    currency: described(codeLike(/^[A-Z]{3}$/, 'GBP'), 'The currency, in three capital letters.', 'GBP'),
    per: z.enum(['hour', 'day', 'week', 'month', 'year']).describe('For how long it is.'),
  }).optional(),
  start: describedGroup('When the work begins: a `date`, a `text`, or both.', {
    label: textWithDefault('jobStart', 'The word for the beginning.'),
    text: described(
      typesetText.optional(),
      'The words for it, in the place of the day.',
      'As soon as possible',
    ),
    date: described(dayField.optional(), 'The first day.', '2027-01-04'),
  })
    .superRefine(({ text, date }, context) => {
      if (text === undefined && date === undefined)
        issueAt(context, ['date'], 'the first day; or write its words as `text`');
    })
    .optional(),
  until: describedGroup('How long the post is open.', {
    label: textWithDefault('applyBy', 'The words for the last day.'),
    date: described(dayField, 'The last day for applications.', '2026-11-30'),
  })
    .optional()
    .meta({ label: 'Open until' }),
  facts: describedList('The list of further facts.', {
    label: described(text, 'The word for the fact.', 'Crew'),
    text: described(inlineText, 'The fact itself.', '**Six** pilots'),
  }).default([]),
  actions: z.array(action).max(2).default([]).describe('The list of buttons, two at most.'),
}).describe('Where a post is, what it pays and how long it is open, for visitors and search engines.');

const employment: Record<z.output<typeof schema>['hours']['kind'], string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contractor: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  intern: 'INTERN',
  volunteer: 'VOLUNTEER',
};

export const job = defineBlock({
  schema,
  purpose: 'Ask and act',
  otherNames: 'vacancy job-posting position career opening',
  summarize: ({ until }) => ({
    kind: 'job',
    ...(until && { lastDays: [{ setting: ['until', 'date'], day: until.date }] }),
  }),
  dates: ({ start, until }) =>
    [start?.date, until?.date].flatMap((begins) => (begins === undefined ? [] : [{ begins }])),
  structuredData: (
    { heading, published, place, hours, pay, start, until },
    { title, description, publisher },
  ) => ({
    '@type': 'JobPosting',
    title: heading ?? title,
    description,
    datePosted: published,
    validThrough: until?.date,
    jobStartDate: start?.date,
    employmentType: employment[hours.kind],
    hiringOrganization: publisher,
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: place.address,
        addressLocality: place.text,
        addressCountry: place.country,
      },
    },
    jobLocationType: place.remote ? 'TELECOMMUTE' : undefined,
    applicantLocationRequirements: place.remote ? { '@type': 'Country', name: place.country } : undefined,
    baseSalary: pay && {
      '@type': 'MonetaryAmount',
      currency: pay.currency,
      value: {
        '@type': 'QuantitativeValue',
        ...(pay.most === undefined ? { value: pay.least } : { minValue: pay.least, maxValue: pay.most }),
        unitText: pay.per.toUpperCase(),
      },
    },
  }),
});
