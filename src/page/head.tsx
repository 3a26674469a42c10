import type { PageView } from '../../schema/resolve/page-view.ts';
import { Fragment, type ReactNode } from 'react';
import { Helmet } from 'react-helmet-async';

/** The head of a document, except its structured data. */
export function PageHead({ page }: { page: PageView }) {
  return (
    <>
      <Helmet>{renderRobotsTags(page)}</Helmet>
      <Helmet>{renderShareTags(page)}</Helmet>
    </>
  );
}

/** A selector for the elements that `PageHead` renders, and for the structured data. */
export const headTagSelector =
  'title,link[rel=canonical],link[hreflang],link[rel=prev],link[rel=next],meta[name=description],meta[name=robots],' +
  'meta[property^="og:"],meta[name="twitter:card"],script[type="application/ld+json"]';

/** Renders the tags for search engines. */
export function renderRobotsTags({
  title,
  description,
  canonical,
  translations = [],
  prev,
  next,
  share,
}: PageView): ReactNode {
  // Social networks use the same description, so that the longest text of the head is not repeated.
  const property = share && share.text === undefined ? 'og:description' : undefined;
  return (
    <>
      <title>{title}</title>
      <meta name="description" property={property} content={description} />
      {canonical === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={canonical} />
      )}
      {translations.map(({ language, href }, index) => (
        <Fragment key={language}>
          {/* Not `hrefLang`: Helmet does not convert attribute names. */}
          <link rel="alternate" {...{ hreflang: language }} href={href} />
          {index === 0 && <link rel="alternate" {...{ hreflang: 'x-default' }} href={href} />}
        </Fragment>
      ))}
      {prev !== undefined && <link rel="prev" href={prev} />}
      {next !== undefined && <link rel="next" href={next} />}
    </>
  );
}

/** Renders the tags for link previews (Open Graph). */
export function renderShareTags({ name, title, canonical, share }: PageView): ReactNode {
  if (!share) return null;
  const properties = {
    site_name: share.site,
    type: share.type,
    // `en_US` is the default of Open Graph.
    ...(share.locale !== 'en_US' && { locale: share.locale }),
    title: share.title ?? name,
    ...(share.text !== undefined && { description: share.text }),
    url: canonical ?? share.url,
    image: share.image.address,
    'image:width': share.image.width,
    'image:height': share.image.height,
    'image:alt': share.image.alt ?? title,
  };
  return (
    <>
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={`og:${property}`} content={`${content}`} />
      ))}
      {/* Twitter reads the rest from the Open Graph tags. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
