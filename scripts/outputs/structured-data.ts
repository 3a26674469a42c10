import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { type Page, isArticle } from '../../schema/content/page.ts';
import type { Site } from '../../schema/content/site.ts';
import { isoMoment } from '../../schema/content/time-zones.ts';
import { plainParts } from '../../schema/markdown/plain-text.ts';
import type { SiteIndex } from '../view/site-context.ts';
import { nameOf, pagesAbove, sectionOf } from '../source/site-map.ts';
import { logoUrl } from '../assets/app-icons.ts';
import { shareImage } from '../view/page-view.ts';

type Thing2 = { '@type': string } & Record<string, unknown>;

/** The events and posts that a page tells of, as search engines read them. */
export function eventsAndJobs(page: Page, site: Site, company: Thing2): Thing2[] {
  return page.blocks.flatMap((block) => {
    if (block.type === 'event') return [eventThing(block, page, site, company)];
    return block.type === 'job' ? [jobThing(block, page, company)] : [];
  });
}

function eventThing(
  { heading, when, where }: BlockOf<'event'>,
  { title, description, path }: Page,
  site: Site,
  company: Thing2,
): Thing2 {
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
  company: Thing2,
): Thing2 {
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

/** A thing of schema.org. */
type Thing = { '@type': string } & Record<string, unknown>;

/**
 * What search engines read of a page besides its text; nothing that is not in the pages themselves.
 */
export function structuredData(page: Page, website: SiteIndex): Thing[] {
  const { site } = website;
  return [
    ...(page.path === '/' ? [organization(site), webSite(site)] : [breadcrumbs(page, website)]),
    subject(page, website),
    ...eventsAndJobs(page, site, publisher(site)),
    questions(page),
  ].filter((thing) => thing !== undefined);
}

/** Whose site it is, on each page again: engines read every page by itself. */
function publisher(site: Site): Thing {
  return {
    '@type': 'Organization',
    '@id': `${site.url}/#organization`,
    name: site.company,
    url: `${site.url}/`,
    logo: logoUrl(site),
  };
}

function organization(site: Site): Thing {
  const [addressee, ...lines] = site.address;
  return {
    ...publisher(site),
    email: site.email,
    telephone: site.phone,
    // An envelope does not say which part is the town: its lines stay as they are.
    address:
      addressee === undefined || lines.length === 0
        ? undefined
        : { '@type': 'PostalAddress', name: addressee, streetAddress: lines.join(', ') },
    sameAs: site.footer.social.length > 0 ? site.footer.social.map(({ href }) => href) : undefined,
  };
}

function webSite(site: Site): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${site.url}/#website`,
    name: site.company,
    url: `${site.url}/`,
    inLanguage: site.language,
    publisher: { '@id': `${site.url}/#organization` },
  };
}

/** The path from the home page. */
function breadcrumbs(page: Page, website: SiteIndex): Thing {
  const { site, pages } = website;
  const home = pages.get('/');
  const steps = [...(home ? [home] : []), ...pagesAbove(page, website), page];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: nameOf(step, site),
      item: site.url + step.path,
    })),
  };
}

/** What a page of a kind is about. */
function subject(page: Page, website: SiteIndex): Thing | undefined {
  const { site } = website;
  const [url, image, company] = [site.url + page.path, shareImage(page, website).address, publisher(site)];
  const common = { name: page.title, description: page.description, url, image };
  if (page.kind === 'service') return { '@type': 'Service', ...common, provider: company };
  if (page.kind === 'product')
    return {
      '@type': 'Product',
      ...common,
      brand: { '@type': 'Brand', name: site.company },
      manufacturer: company,
    };
  if (!isArticle(page)) return undefined;
  return {
    '@type': 'Article',
    headline: page.title,
    description: page.description,
    url,
    mainEntityOfPage: url,
    image: [image],
    datePublished: page.published,
    author: person(page.author, website),
    publisher: company,
    inLanguage: site.language,
    articleSection: sectionOf(page, website),
  };
}

/** An author, with what the site says about that person where it presents its people. */
function person(name: string, { people }: SiteIndex): Thing {
  const found = people.get(name);
  return { '@type': 'Person', name, jobTitle: found?.title, url: found?.href };
}

/** All questions that the page answers, as one list: engines take one list for each page. */
function questions({ blocks }: Page): Thing | undefined {
  const items = blocks.flatMap((block) => {
    if (block.type === 'faq') return block.items;
    // Small ones stand in others.
    const parts = block.type === 'columns' || block.type === 'tabs' ? block.items : [];
    return parts.flatMap(({ faq }) => faq?.items ?? []);
  });
  if (items.length === 0) return undefined;
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainParts(answer) },
    })),
  };
}
