import type { ReactNode } from 'react';
import { Helmet } from 'react-helmet-async';
import type { PageView } from './page-view.ts';

/** Everything that the head of a document says about its page, except its structured data. */
export function PageHead({ page }: { page: PageView }) {
  return (
    <>
      <Helmet>{robotsTags(page)}</Helmet>
      <Helmet>{shareTags(page)}</Helmet>
    </>
  );
}

/** Selects what `PageHead` renders, and the structured data of the same page. */
export const pageHeadTags =
  'title,link[rel=canonical],link[rel=prev],link[rel=next],meta[name=description],meta[name=robots],' +
  'meta[property^="og:"],meta[name="twitter:card"],script[type="application/ld+json"]';

/** What search engines read. */
export function robotsTags({ title, description, canonical, prev, next, share }: PageView): ReactNode {
  // Social networks read the same description: it is the longest text in the head.
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
      {prev !== undefined && <link rel="prev" href={prev} />}
      {next !== undefined && <link rel="next" href={next} />}
    </>
  );
}

/** What social networks read for a link to the page. */
export function shareTags({ name, title, canonical, share }: PageView): ReactNode {
  if (!share) return null;
  const properties = {
    site_name: share.site,
    type: share.type,
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
      {/* Everything else that its card needs Twitter takes from the above. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
