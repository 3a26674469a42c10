import { z } from 'zod';

const text = z.string().regex(/\S/);
const address = z.url({ protocol: /^https$/ });
const day = z.iso.date();
/** A day, or a time with zero seconds. */
const moment = z.union([day, z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00([+-]\d{2}:\d{2})?$/)]);
const country = z.string().regex(/^[A-Z]{2}$/);
const language = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/);
const amount = z.number().positive().optional();

/** Strict, so that properties without a source fail, above all ratings, offers and prices. */
const thing = <Shape extends z.ZodRawShape>(type: string, shape: Shape) =>
  z.strictObject({ '@type': z.literal(type), ...shape });

/**
 * Returns the schema of all structured data on pages, based on schema.org and the documentation of Google Search.
 * `site` is the URL of the site.
 */
function thingsOf(site: string) {
  const ownAddress = z.string().startsWith(`${site}/`);
  const reference = z.strictObject({ '@id': ownAddress });
  const postalAddress = thing('PostalAddress', { streetAddress: text, name: text.optional() });
  const organization = thing('Organization', {
    '@id': ownAddress,
    name: text,
    url: ownAddress,
    logo: ownAddress.optional(),
    email: z.email().optional(),
    telephone: text.optional(),
    address: postalAddress.optional(),
    sameAs: z.array(address).min(1).optional(),
  });
  const town = thing('PostalAddress', { addressLocality: text, addressCountry: country });
  const virtualPlace = thing('VirtualLocation', { name: text, url: address });
  const place = thing('Place', {
    address: z.union([text, town]),
    name: text.optional(),
    url: address.optional(),
  });
  const page = { name: text, description: text, url: ownAddress };
  const salary = thing('QuantitativeValue', {
    unitText: z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']),
    value: amount,
    minValue: amount,
    maxValue: amount,
  });
  const step = thing('ListItem', { position: z.int(), name: text, item: ownAddress });
  const question = thing('Question', { name: text, acceptedAnswer: thing('Answer', { text }) });
  return z.union([
    organization,
    thing('WebSite', {
      '@id': ownAddress,
      name: text,
      url: ownAddress,
      inLanguage: language,
      publisher: reference,
    }),
    thing('Service', { ...page, image: ownAddress, provider: organization }),
    thing('Product', {
      ...page,
      image: ownAddress,
      brand: thing('Brand', { name: text }),
      manufacturer: organization,
    }),
    thing('Event', {
      ...page,
      startDate: moment,
      endDate: moment.optional(),
      eventStatus: address,
      eventAttendanceMode: address,
      location: z.union([place, virtualPlace, z.tuple([place, virtualPlace])]),
      organizer: organization,
    }),
    thing('JobPosting', {
      title: text,
      description: text,
      datePosted: day,
      validThrough: day.optional(),
      employmentType: text,
      hiringOrganization: organization,
      jobLocation: place,
      jobLocationType: z.literal('TELECOMMUTE').optional(),
      applicantLocationRequirements: thing('Country', { name: country }).optional(),
      baseSalary: thing('MonetaryAmount', {
        currency: z.string().regex(/^[A-Z]{3}$/),
        value: salary,
      }).optional(),
    }),
    thing('Article', {
      headline: text,
      description: text,
      url: ownAddress,
      mainEntityOfPage: ownAddress,
      image: z.array(ownAddress).min(1),
      datePublished: day,
      author: thing('Person', { name: text, jobTitle: text.optional(), url: address.optional() }),
      publisher: organization,
      inLanguage: language,
      articleSection: text.optional(),
    }),
    thing('FAQPage', { mainEntity: z.array(question).min(1) }),
    thing('BreadcrumbList', {
      itemListElement: z
        .array(step)
        .min(2)
        .refine((steps) => steps.every(({ position }, index) => position === index + 1), 'positions'),
    }),
  ]);
}

/** Returns the problems of an item of structured data. */
export function diagnosticsOf(described: unknown, site: string): string[] {
  const { error } = thingsOf(site).safeParse(described);
  return error ? [z.prettifyError(error), JSON.stringify(described)] : [];
}
