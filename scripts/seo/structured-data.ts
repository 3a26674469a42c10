import { isArticle, type Page } from '../../schema/page.ts';
import type { Site } from '../../schema/site.ts';
import { plainParts } from '../../schema/text/plain-text.ts';
import type { SiteIndex } from '../document/site-index.ts';
import { nameOf, pagesAbove, sectionOf } from '../pages/site-map.ts';
import { logoAddress } from '../pictures/app-icons.ts';
import { eventsAndJobs } from './events-and-jobs.ts';
import { shareImage } from '../document/share-view.ts';

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
    logo: logoAddress(site),
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
