import type { StructuredData } from '../../schema/content/block-definition.ts';
import { definitionOf } from '../../schema/content/blocks/index.ts';
import { type Page, isArticle } from '../../schema/content/page.ts';
import type { Site } from '../../schema/content/site.ts';
import type { RenderInput } from '../view/render-input.ts';
import { nameOf } from '../source/site-map.ts';
import { logoUrl } from '../assets/app-icons.ts';
import { shareImage } from '../view/page-view.ts';

/**
 * What search engines read of a page besides its text; nothing that is not in the pages themselves.
 */
export function structuredData(page: Page, input: RenderInput, site: Site): StructuredData[] {
  return [
    ...(page.path === '/' ? [organization(site), webSite(site)] : [breadcrumbs(page, input, site)]),
    subject(page, input, site),
    ...ofBlocks(page, site),
  ].filter((thing) => thing !== undefined);
}

/** Whose site it is, on each page again: engines read every page by itself. */
function publisher(site: Site): StructuredData {
  return {
    '@type': 'Organization',
    '@id': `${site.url}/#organization`,
    name: site.company,
    url: `${site.url}/`,
    logo: logoUrl(site),
  };
}

function organization(site: Site): StructuredData {
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

function webSite(site: Site): StructuredData {
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
function breadcrumbs(page: Page, { above }: RenderInput, site: Site): StructuredData {
  const steps = [...above, page];
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
function subject(page: Page, input: RenderInput, site: Site): StructuredData | undefined {
  const [url, image, company] = [
    site.url + page.path,
    shareImage(page, input, site).address,
    publisher(site),
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
    author: person(page.author, input),
    publisher: company,
    inLanguage: site.language,
    articleSection: input.section,
  };
}

/** An author, with what the site says about that person where it presents its people. */
function person(name: string, { author }: RenderInput): StructuredData {
  return { '@type': 'Person', name, jobTitle: author?.title, url: author?.href };
}

/** What the blocks of a page contribute. Search engines read one FAQPage per page: those of blocks are joined. */
function ofBlocks({ blocks, title, description, path }: Page, site: Site): StructuredData[] {
  const page = { title, description, url: site.url + path, publisher: publisher(site) };
  const all = blocks.flatMap((block) => definitionOf(block).structuredData?.(block, page) ?? []);
  const questions = all.filter((data) => data['@type'] === 'FAQPage');
  const mainEntity = questions.flatMap((data) => data['mainEntity']);
  return [
    ...all.filter((data) => !questions.includes(data)),
    ...(questions.length > 0 ? [{ '@type': 'FAQPage', mainEntity }] : []),
  ];
}
