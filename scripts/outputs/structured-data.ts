import { resolveShareImage } from '../../schema/resolve/resolve-page.ts';
import type { StructuredData } from '../../schema/blocks/block-definition.ts';
import { getDefinition } from '../../schema/blocks/index.ts';
import { type Page, isArticle } from '../../schema/site/page.ts';
import type { Site } from '../../schema/site/site.ts';
import { getSiteLanguage } from '../../schema/resolve/site-in-language.ts';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import { getPageLabel } from '../../schema/resolve/public-pages.ts';
import { getLogoUrl } from '../assets/app-icons.ts';

/** Creates the structured data of a page. It only repeats visible content. */
export function createStructuredData(page: Page, input: RenderInput, site: Site): StructuredData[] {
  return [
    ...(page.path === '/'
      ? [createOrganization(site), createWebSite(site)]
      : [createBreadcrumbs(page, input, site)]),
    createMainEntity(page, input, site),
    ...collectBlockData(page, site),
  ].filter((item) => item !== undefined);
}

/** Creates the publisher. Every page repeats the publisher, because search engines read each page separately. */
function createPublisher(site: Site): StructuredData {
  return {
    '@type': 'Organization',
    '@id': `${site.url}/#organization`,
    name: site.company,
    url: `${site.url}/`,
    logo: getLogoUrl(site),
  };
}

function createOrganization(site: Site): StructuredData {
  const [addressee, ...lines] = site.address;
  return {
    ...createPublisher(site),
    email: site.email,
    telephone: site.phone,
    // Join the address lines into one string, because nothing says which line is the street or the city.
    address:
      addressee === undefined || lines.length === 0
        ? undefined
        : { '@type': 'PostalAddress', name: addressee, streetAddress: lines.join(', ') },
    sameAs: site.footer.social.length > 0 ? site.footer.social.map(({ href }) => href) : undefined,
  };
}

function createWebSite(site: Site): StructuredData {
  return {
    '@type': 'WebSite',
    '@id': `${site.url}/#website`,
    name: site.company,
    url: `${site.url}/`,
    inLanguage: getSiteLanguage(site),
    publisher: { '@id': `${site.url}/#organization` },
  };
}

/** Creates the breadcrumbs from the home page to a page. */
function createBreadcrumbs(page: Page, { above }: RenderInput, site: Site): StructuredData {
  const steps = [...above, page];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: getPageLabel(step, site),
      item: site.url + step.path,
    })),
  };
}

/** Creates the main entity of a page, depending on the kind of page. */
function createMainEntity(page: Page, input: RenderInput, site: Site): StructuredData | undefined {
  const [url, image, company] = [
    site.url + page.path,
    resolveShareImage(page, input, site).address,
    createPublisher(site),
  ];
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
    dateModified: page.updated,
    author: createPerson(page.author, input),
    publisher: company,
    inLanguage: site.language,
    articleSection: input.section,
  };
}

/** Creates an author, with data from a `people` block about the same person, if any. */
function createPerson(name: string, { author }: RenderInput): StructuredData {
  return { '@type': 'Person', name, jobTitle: author?.title, url: author?.href };
}

/** Collects the structured data of blocks. Merges all FAQs, because search engines read only one FAQPage per page. */
function collectBlockData({ blocks, title, description, path }: Page, site: Site): StructuredData[] {
  const page = {
    title,
    description,
    url: site.url + path,
    zone: site.zone,
    publisher: createPublisher(site),
    organization: createOrganization(site),
  };
  const blockData = blocks.flatMap((block) => getDefinition(block).structuredData?.(block, page) ?? []);
  const questions = blockData.filter((data) => data['@type'] === 'FAQPage');
  const mainEntity = questions.flatMap((data) => data['mainEntity']);
  return [
    ...blockData.filter((data) => !questions.includes(data)),
    ...(questions.length > 0 ? [{ '@type': 'FAQPage', mainEntity }] : []),
  ];
}
