import type { PageView } from '../../schema/resolve/page-view.ts';
import { Fragment, type ReactNode } from 'react';
import { Helmet } from 'react-helmet-async';

/** The elements of the document head, except the structured data. */
export function PageHead({ page }: { page: PageView }) {
  return (
    <>
      <Helmet>{renderRobotsTags(page)}</Helmet>
      <Helmet>{renderShareTags(page)}</Helmet>
    </>
  );
}

/** Selects the elements that `PageHead` renders, and the structured data. */
export const headTagSelector =
  'title,link[rel=canonical],link[hreflang],link[rel=prev],link[rel=next],meta[name=description],meta[name=robots],' +
  'meta[property^="og:"],meta[name="twitter:card"],script[type="application/ld+json"]';

/** Returns the head tags for search engines. */
export function renderRobotsTags({
  title,
  description,
  canonical,
  translations = [],
  prev,
  next,
  share,
}: PageView): ReactNode {
  // One tag serves as the description for both search engines and social networks, so that the text is not repeated.
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
          {/* Not `hrefLang`, because Helmet does not convert attribute names. */}
          <link rel="alternate" {...{ hreflang: language }} href={href} />
          {index === 0 && <link rel="alternate" {...{ hreflang: 'x-default' }} href={href} />}
        </Fragment>
      ))}
      {prev !== undefined && <link rel="prev" href={prev} />}
      {next !== undefined && <link rel="next" href={next} />}
    </>
  );
}

/** Returns the Open Graph tags for link previews. */
export function renderShareTags({ name, title, canonical, share }: PageView): ReactNode {
  if (!share) return null;
  const properties = {
    site_name: share.site,
    type: share.type,
    // Open Graph assumes `en_US` if this tag is missing.
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
      {/* Twitter reads the other values from the Open Graph tags. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
