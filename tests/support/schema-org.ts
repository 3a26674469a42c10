import { z } from 'zod';

const text = z.string().regex(/\S/);
const httpsUrl = z.url({ protocol: /^https$/ });
const isoDate = z.iso.date();
/** A date, or a time whose seconds are zero. */
const isoTime = z.union([isoDate, z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00([+-]\d{2}:\d{2})?$/)]);
const country = z.string().regex(/^[A-Z]{2}$/);
const language = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/);
const amount = z.number().positive().optional();

/** Creates a strict object schema, so that properties without a source fail, especially ratings, offers and prices. */
const thingSchema = <Shape extends z.ZodRawShape>(type: string, shape: Shape) =>
  z.strictObject({ '@type': z.literal(type), ...shape });

/**
 * Returns the schema for all structured data that pages contain. It is based on schema.org and the Google Search
 * documentation. `site` is the URL of the site.
 */
function createThingSchemas(site: string) {
  const siteUrl = z.string().startsWith(`${site}/`);
  const reference = z.strictObject({ '@id': siteUrl });
  const postalAddress = thingSchema('PostalAddress', { streetAddress: text, name: text.optional() });
  const organization = thingSchema('Organization', {
    '@id': siteUrl,
    name: text,
    url: siteUrl,
    logo: siteUrl.optional(),
    email: z.email().optional(),
    telephone: text.optional(),
    address: postalAddress.optional(),
    sameAs: z.array(httpsUrl).min(1).optional(),
  });
  const town = thingSchema('PostalAddress', { addressLocality: text, addressCountry: country });
  const virtualPlace = thingSchema('VirtualLocation', { name: text, url: httpsUrl });
  const place = thingSchema('Place', {
    address: z.union([text, town]),
    name: text.optional(),
    url: httpsUrl.optional(),
  });
  const page = { name: text, description: text, url: siteUrl };
  const salary = thingSchema('QuantitativeValue', {
    unitText: z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']),
    value: amount,
    minValue: amount,
    maxValue: amount,
  });
  const step = thingSchema('ListItem', { position: z.int(), name: text, item: siteUrl });
  const question = thingSchema('Question', { name: text, acceptedAnswer: thingSchema('Answer', { text }) });
  return z.union([
    organization,
    thingSchema('WebSite', {
      '@id': siteUrl,
      name: text,
      url: siteUrl,
      inLanguage: language,
      publisher: reference,
    }),
    thingSchema('Service', { ...page, image: siteUrl, provider: organization }),
    thingSchema('Product', {
      ...page,
      image: siteUrl,
      brand: thingSchema('Brand', { name: text }),
      manufacturer: organization,
    }),
    thingSchema('Event', {
      ...page,
      startDate: isoTime,
      endDate: isoTime.optional(),
      eventStatus: httpsUrl,
      eventAttendanceMode: httpsUrl,
      location: z.union([place, virtualPlace, z.tuple([place, virtualPlace])]),
      organizer: organization,
    }),
    thingSchema('JobPosting', {
      title: text,
      description: text,
      datePosted: isoDate,
      validThrough: isoDate.optional(),
      employmentType: text,
      hiringOrganization: organization,
      jobLocation: place,
      jobLocationType: z.literal('TELECOMMUTE').optional(),
      applicantLocationRequirements: thingSchema('Country', { name: country }).optional(),
      baseSalary: thingSchema('MonetaryAmount', {
        currency: z.string().regex(/^[A-Z]{3}$/),
        value: salary,
      }).optional(),
    }),
    thingSchema('Article', {
      headline: text,
      description: text,
      url: siteUrl,
      mainEntityOfPage: siteUrl,
      image: z.array(siteUrl).min(1),
      datePublished: isoDate,
      author: thingSchema('Person', { name: text, jobTitle: text.optional(), url: httpsUrl.optional() }),
      publisher: organization,
      inLanguage: language,
      articleSection: text.optional(),
    }),
    thingSchema('FAQPage', { mainEntity: z.array(question).min(1) }),
    thingSchema('BreadcrumbList', {
      itemListElement: z
        .array(step)
        .min(2)
        .refine((steps) => steps.every(({ position }, index) => position === index + 1), 'positions'),
    }),
  ]);
}

/** Validates an item of structured data and returns its problems. */
export function validateThing(item: unknown, site: string): string[] {
  const { error } = createThingSchemas(site).safeParse(item);
  return error ? [z.prettifyError(error), JSON.stringify(item)] : [];
}
