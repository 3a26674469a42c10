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

const codeField = (pattern: RegExp, like: string) => z.string().regex(pattern, `must be like \`${like}\``);

/** Returns the ISO 3166 country code, such as `GB` for `uk`, or `undefined` if the code is unknown. */
function toCountryCode(rawText: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(rawText)) return undefined;
  const { region } = new Intl.Locale('und', { region: rawText });
  const name = region && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(region);
  return name === undefined || region === 'ZZ' ? undefined : region;
}

const country = z.string().superRefine((rawText, context) => {
  const canonical = toCountryCode(rawText);
  if (canonical !== rawText)
    context.addIssue({
      code: 'custom',
      message: 'must be a country code, like `GB`',
      ...(canonical !== undefined && { params: { usual: canonical } }),
    });
});

const schema = blockSchema('job', {
  ...sectionSettings,
  layout: factsLayout,
  published: described(dayField, 'The publication date of the job.', '2026-10-02'),
  place: describedGroup('The place of work.', {
    label: textWithDefault('where', 'The label for the place.'),
    text: described(typesetText, 'The town, with further details if needed.', 'Saltquay'),
    address: described(text.optional(), 'The postal address, on one line.', '9 North Pier').meta({
      search: 'none',
    }),
    country: described(country, 'The country code, in two capital letters.', 'GB'),
    remote: booleanField.optional().describe('`true` for a fully remote job.'),
  }),
  hours: describedGroup('The working hours.', {
    label: textWithDefault('hours', 'The label for the hours.'),
    text: described(typesetText, 'The hours, as shown to visitors.', '38 hours a week, in shifts'),
    kind: oneOf(
      ['full-time', 'part-time', 'contractor', 'temporary', 'intern', 'volunteer'],
      'The type of employment, for search engines.',
    ),
  }),
  pay: describedGroup('The salary or wage.', {
    label: textWithDefault('pay', 'The label for the pay.'),
    text: described(typesetText, 'The pay, as shown to visitors.', '£42,000 to £48,000 a year'),
    least: described(integerField(1, 100_000_000), 'The minimum, as a number.', '42000'),
    most: described(integerField(1, 100_000_000).optional(), 'The maximum, as a number.', '48000'),
    currency: described(
      codeField(/^[A-Z]{3}$/, 'GBP'),
      'The currency code, in three capital letters.',
      'GBP',
    ),
    per: z.enum(['hour', 'day', 'week', 'month', 'year']).describe('The period that the pay is for.'),
  }).optional(),
  start: describedGroup('The start of the job: a `date`, a `text`, or both.', {
    label: textWithDefault('jobStart', 'The label for the start.'),
    text: described(typesetText.optional(), 'Text to show instead of the date.', 'As soon as possible'),
    date: described(dayField.optional(), 'The first day of work.', '2027-01-04'),
  })
    .superRefine(({ text, date }, context) => {
      if (text === undefined && date === undefined)
        issueAt(
          context,
          ['date'],
          '`date` is the first day of work; you can also describe the start in `text`',
        );
    })
    .optional(),
  until: describedGroup('The deadline for applications.', {
    label: textWithDefault('applyBy', 'The label for the deadline.'),
    date: described(dayField, 'The last day for applications.', '2026-11-30'),
  })
    .optional()
    .meta({ label: 'Open until' }),
  facts: describedList('Further facts.', {
    label: described(text, 'The label of the fact.', 'Crew'),
    text: described(inlineText, 'The text of the fact.', '**Six** pilots'),
  }).default([]),
  actions: z.array(action).max(2).default([]).describe('Up to two buttons.'),
}).describe('The place, pay and deadline of a job, for visitors and search engines.');

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
