type Data = Record<string, unknown>;
type Rule = (value: unknown, base: string) => string[];

/** One complaint if the value is not as it should be. */
const must =
  (fits: (value: unknown, base: string) => boolean, should: string): Rule =>
  (value, base) =>
    fits(value, base) ? [] : [`must be ${should}, but is ${JSON.stringify(value)}`];
const text = must((value) => typeof value === 'string' && value.trim() !== '', 'text');
const address = must(
  (value) => typeof value === 'string' && URL.canParse(value) && value.startsWith('https://'),
  'a full address',
);
const ownAddress = must(
  (value, base) => typeof value === 'string' && value.startsWith(`${base}/`),
  'an address of this site',
);
const email = must((value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value), 'a mail address');
const day = must(
  (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
  'a day',
);
const moment = must(
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:00([+-]\d{2}:\d{2})?)?$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  'a moment',
);
const country = must((value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value), 'a country');
const amount = must((value) => typeof value === 'number' && value > 0, 'an amount');
const named = (value: Data): Data => ({ ...value, '@type': 'TownAddress' });
const language = must(
  (value) => typeof value === 'string' && /^[a-z]{2}(-[A-Z]{2})?$/.test(value),
  'a language',
);
const list =
  (rule: Rule, least = 1): Rule =>
  (value, base) =>
    Array.isArray(value) && value.length >= least
      ? value.flatMap((one) => rule(one, base))
      : [`must be a list of at least ${least}`];
const thing =
  (type: string): Rule =>
  (value, base) =>
    isData(value) && value['@type'] === type ? diagnosticsOf(value, base) : [`must be a ${type}`];
const reference: Rule = (value, base) =>
  isData(value) && Object.keys(value).join() === '@id'
    ? ownAddress(value['@id'], base)
    : ['must be a reference'];

// After schema.org and the documentation of Google Search: what a type must have, and what else it may have
// here. Anything beyond that is refused; above all ratings, offers and prices, which nobody has given.
const types: Record<string, { needs: Record<string, Rule>; may?: Record<string, Rule> }> = {
  Organization: {
    needs: { '@id': ownAddress, name: text, url: ownAddress },
    may: {
      logo: ownAddress,
      email,
      telephone: text,
      address: (value, base) => thing('PostalAddress')(value, base),
      sameAs: list(address),
    },
  },
  PostalAddress: { needs: { streetAddress: text }, may: { name: text } },
  WebSite: {
    needs: { '@id': ownAddress, name: text, url: ownAddress, inLanguage: language, publisher: reference },
  },
  Service: {
    needs: {
      name: text,
      description: text,
      url: ownAddress,
      image: ownAddress,
      provider: thing('Organization'),
    },
  },
  Product: {
    needs: {
      name: text,
      description: text,
      url: ownAddress,
      image: ownAddress,
      brand: thing('Brand'),
      manufacturer: thing('Organization'),
    },
  },
  Event: {
    needs: {
      name: text,
      description: text,
      url: ownAddress,
      startDate: moment,
      eventStatus: address,
      eventAttendanceMode: address,
      location: (value, base) =>
        isData(value) && value['@type'] === 'VirtualLocation'
          ? diagnosticsOf(value, base)
          : thing('Place')(value, base),
      organizer: thing('Organization'),
    },
    may: { endDate: moment },
  },
  Place: {
    needs: {
      address: (value, base) =>
        isData(value) ? thing('TownAddress')(named(value), base) : text(value, base),
    },
    may: { name: text, url: address },
  },
  // A PostalAddress that names a town only.
  TownAddress: { needs: { addressLocality: text, addressCountry: country } },
  VirtualLocation: { needs: { name: text, url: address } },
  JobPosting: {
    needs: {
      title: text,
      description: text,
      datePosted: day,
      employmentType: text,
      hiringOrganization: thing('Organization'),
      jobLocation: thing('Place'),
    },
    may: {
      validThrough: day,
      baseSalary: thing('MonetaryAmount'),
      jobLocationType: must((value) => value === 'TELECOMMUTE', 'TELECOMMUTE'),
      applicantLocationRequirements: thing('Country'),
    },
  },
  Country: { needs: { name: country } },
  MonetaryAmount: {
    needs: {
      currency: must((value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value), 'a currency'),
      value: thing('QuantitativeValue'),
    },
  },
  QuantitativeValue: {
    needs: {
      unitText: must((value) => /^(HOUR|DAY|WEEK|MONTH|YEAR)$/.test(String(value)), 'a span of time'),
    },
    may: { value: amount, minValue: amount, maxValue: amount },
  },
  Brand: { needs: { name: text } },
  Article: {
    needs: {
      headline: text,
      description: text,
      url: ownAddress,
      mainEntityOfPage: ownAddress,
      image: list(ownAddress),
      datePublished: day,
      author: thing('Person'),
      publisher: thing('Organization'),
      inLanguage: language,
    },
    may: { articleSection: text },
  },
  Person: { needs: { name: text }, may: { jobTitle: text, url: address } },
  FAQPage: { needs: { mainEntity: list(thing('Question')) } },
  Question: { needs: { name: text, acceptedAnswer: thing('Answer') } },
  Answer: { needs: { text } },
  BreadcrumbList: { needs: { itemListElement: trail } },
  ListItem: {
    needs: { position: must((value) => Number.isInteger(value), 'a number'), name: text, item: ownAddress },
  },
};

/** Steps that are counted from one, at least two of them. */
function trail(value: unknown, base: string): string[] {
  const complaints = list(thing('ListItem'), 2)(value, base);
  const steps = Array.isArray(value) ? value.map((step: Data) => step['position']) : [];
  return steps.every((step, index) => step === index + 1)
    ? complaints
    : [...complaints, `is counted ${steps.join(', ')}`];
}

/**
 * What is wrong with a thing that is described in the words of schema.org. `base` is the address of the site.
 */
export function diagnosticsOf(described: unknown, base: string): string[] {
  if (!isData(described)) return ['is not a thing'];
  const { '@type': name, ...properties } = described;
  const type = typeof name === 'string' ? types[name] : undefined;
  if (!type) return [`${String(name)} is not a known type`];
  const rules: Record<string, Rule> = { ...type.needs, ...type.may };
  const missing = Object.keys(type.needs)
    .filter((property) => !(property in properties))
    .map((property) => `${String(name)} has no ${property}`);
  const wrong = Object.entries(properties).flatMap(([property, value]) =>
    rules[property]
      ? rules[property](value, base).map((complaint) => `${String(name)}: ${property} ${complaint}`)
      : [`${String(name)} has no business with ${property}`],
  );
  return [...missing, ...wrong];
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
