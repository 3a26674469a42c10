import type { BlockOf } from '../../schema/blocks/index.ts';
import type { Page } from '../../schema/page.ts';
import type { Site } from '../../schema/site.ts';
import { isoMoment } from '../../schema/base/zoned-time.ts';

type Thing = { '@type': string } & Record<string, unknown>;

/** The events and posts that a page tells of, as search engines read them. */
export function eventsAndJobs(page: Page, site: Site, company: Thing): Thing[] {
  return page.blocks.flatMap((block) => {
    if (block.type === 'event') return [eventThing(block, page, site, company)];
    return block.type === 'job' ? [jobThing(block, page, company)] : [];
  });
}

function eventThing(
  { heading, when, where }: BlockOf<'event'>,
  { title, description, path }: Page,
  site: Site,
  company: Thing,
): Thing {
  const isOnline = where.address === undefined && where.href !== undefined;
  return {
    '@type': 'Event',
    name: heading ?? title,
    description,
    url: site.url + path,
    startDate: isoMoment(when.begins, when.zone),
    endDate: when.ends && isoMoment(when.ends, when.zone),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: isOnline
      ? { '@type': 'VirtualLocation', name: where.text, url: where.href }
      : { '@type': 'Place', name: where.text, address: where.address ?? where.text, url: where.href },
    organizer: company,
  };
}

const perUnit = { hour: 'HOUR', day: 'DAY', week: 'WEEK', month: 'MONTH', year: 'YEAR' };
const employment: Record<BlockOf<'job'>['hours']['kind'], string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contractor: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  intern: 'INTERN',
  volunteer: 'VOLUNTEER',
};

function jobThing(
  { heading, published, place, hours, pay, until }: BlockOf<'job'>,
  { title, description }: Page,
  company: Thing,
): Thing {
  return {
    '@type': 'JobPosting',
    title: heading ?? title,
    description,
    datePosted: published,
    validThrough: until?.date,
    employmentType: employment[hours.kind],
    hiringOrganization: company,
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: place.text, addressCountry: place.country },
    },
    jobLocationType: place.remote ? 'TELECOMMUTE' : undefined,
    applicantLocationRequirements: place.remote ? { '@type': 'Country', name: place.country } : undefined,
    baseSalary: pay && {
      '@type': 'MonetaryAmount',
      currency: pay.currency,
      value: {
        '@type': 'QuantitativeValue',
        ...(pay.most === undefined ? { value: pay.least } : { minValue: pay.least, maxValue: pay.most }),
        unitText: perUnit[pay.per],
      },
    },
  };
}
