import { z } from 'zod';
import { described } from './described-fields.ts';
import { name, text, trueField } from './fields.ts';
import { externalUrl } from './url-fields.ts';

const route = /\/([a-z0-9-]+(\/[a-z0-9-]+)*)?/.source;
// Heading anchors can contain letters of all languages, either plain or encoded.
const routeWithAnchor = route + /(#([a-z0-9-]|%[89A-Fa-f][\dA-Fa-f]|[^\0-\u009F\s])+)?/.source;
// Matches a path that a different program on the same host may handle. Whether the path is valid is checked later.
const otherPage = /\/(?!\/)[^\0- \u007F-\u009F\s\\"<>^`{}]*/.source;
export const publicFilePattern = /(\/[^\\/.][^\\/]*)*\/[^\\/.][^\\/]*\.[A-Za-z0-9]+/.source;
export const hostPattern = /[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?/.source;

/** A link to a page of this site: its route, with an optional anchor. */
export const pageLink = z
  .string()
  .regex(new RegExp(`^${routeWithAnchor}$`), 'must be the address of a page, like `/about/us`')
  .meta({
    description:
      'The address of a page of this site, like `/about/us`, or of a block or heading on it, like ' +
      '`/about/us#people`.',
    examples: ['/about/us'],
    refersTo: 'page',
  });

/** A link within the host: a page route, the path of a file in `public/`, or a path that another program handles. */
export const internalLink = z
  .string()
  .normalize()
  .regex(
    new RegExp(`^(${otherPage}|${publicFilePattern})$`),
    'must be the address of a page, like `/about/us`, or of a file in `public/`, like `/prices.pdf`',
  )
  .meta({
    description:
      'The address of a page of this site, like `/about/us`, of a block on it, like `/about/us#people`, or ' +
      'of a file in `public/`, like `/prices.pdf`.',
    examples: ['/about/us'],
    refersTo: 'page',
  });

/** The target of a redirect: an internal link, or the URL of another site. */
export const redirectTarget = z
  .string()
  .normalize()
  .regex(
    new RegExp(`^(${otherPage}|${publicFilePattern}|https:\\/\\/[^\\s/]+(\\/\\S*)?)$`),
    'must be the address of a page, like `/about/us`, or of another site, like `https://www.example.org`',
  )
  .meta({
    description: 'The address of the page or site that visitors of this page are sent to.',
    examples: ['/about/us'],
    refersTo: 'page',
  });

/** A page route, for a reference that is not a link. */
export const pageRoute = z
  .string()
  .regex(new RegExp(`^${route}$`), 'must be the address of a page without `#`, like `/about/us`')
  .meta({
    description: 'The address of a page of this site, like `/about/us`.',
    examples: ['/about/us'],
    refersTo: 'page',
    isLink: false,
  });

/** The host of another site. */
export const hostName = described(
  z
    .string()
    .regex(new RegExp(`^${hostPattern}$`), 'must be the host name of a site, like `images.example.org`'),
  'The host name of a site, without `https://`.',
  'images.example.org',
);

const actionLabel = described(text, 'The text on the button or link.', 'Write to us');
const linkLabel = actionLabel.meta({ describes: 'link' });
export const toPage = z.strictObject({ label: linkLabel, to: internalLink });
export const toExternal = z.strictObject({ label: linkLabel, href: externalUrl });
export const toBlock = z.strictObject({
  label: actionLabel,
  scrollTo: described(name, 'The `id` of the block on the same page to scroll to.', 'tides').meta({
    refersTo: 'block',
  }),
});
const toDialog = z.strictObject({
  label: actionLabel,
  dialog: name.meta({
    description: 'The name of the dialog in `_site.yaml` to open.',
    refersTo: 'dialog',
  }),
});
const toNothing = z.strictObject({
  label: actionLabel,
  none: trueField.describe('`true` for a button that does nothing yet.'),
});

/** A button or link with exactly one target: `to`, `href`, `scrollTo`, `dialog` or `none: true`. */
export const action = z
  .union([toPage, toExternal, toBlock, toDialog, toNothing], {
    error:
      '`to` links to a page or file, `href` to another site, `scrollTo` to a block; `dialog` opens a dialog, ' +
      'and `none: true` does nothing',
  })
  .meta({
    id: 'action',
    description: 'A button or link, with a `label` and a target.',
    search: 'none',
  });
export type Action = z.output<typeof action>;
