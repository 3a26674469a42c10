import type { PageView } from '../../schema/resolve/page-view.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDefinition } from '../../schema/blocks/index.ts';
import { isRightToLeft } from '../../schema/base/languages.ts';
import type { Site } from '../../schema/site/site.ts';
import { escapeMarkup } from '../system/format.ts';
import { engineFolder } from '../system/project.ts';
import { memoize } from '../../schema/base/cache.ts';
import type { BackendProject, RenderedPage, Renderer } from '../../src/render/entry-server.tsx';

const charset = '<meta charset="utf-8">';
const templateMarks = /<!--(?:language|policy|head|body)-->/;
const template = readFileSync(join(engineFolder, 'index.html'), 'utf8').replaceAll(/\n\s*/g, '');
const [start, beforePolicy, afterPolicy, afterHead, end] = template
  .replace(charset, `${charset}<!--policy-->`)
  .split(templateMarks);

/** An HTML document, split around its `<style>` elements, because many documents share the same styles string. */
export interface HtmlDocument {
  before: string;
  styles: string;
  after: string;
}

/** The parts that are inserted into `index.html`. */
interface DocumentContent {
  policy?: string;
  head: string;
  styles?: string;
  /** HTML for the end of the head. */
  headEnd?: string;
  body: string;
}

/**
 * Creates a document by inserting content into `index.html`. The policy follows the character set, which must come
 * first, and precedes everything that the policy may block.
 */
export function createHtmlDocument(
  { language, theme }: Pick<Site, 'language'> & Partial<Pick<Site, 'theme'>>,
  { policy = '', head, styles = '', headEnd = '', body }: DocumentContent,
): HtmlDocument {
  const scheme = theme === undefined || theme.scheme === 'system' ? '' : `" data-scheme="${theme.scheme}`;
  return {
    before: `${start}${language}${isRightToLeft(language) ? '" dir="rtl' : ''}${scheme}${beforePolicy}${policy}${afterPolicy}${head}`,
    styles,
    after: `${headEnd}${afterHead}${body}${end}`,
  };
}

export const toHtmlText = ({ before, styles, after }: HtmlDocument): string => before + styles + after;

const encodeStyles = memoize(200, (styles) => Buffer.from(styles));
let buffer = Buffer.allocUnsafe(2 ** 18);

/** Encodes a document as UTF-8. The buffer is valid until the next call. */
export function encodeHtml({ before, styles, after }: HtmlDocument): Uint8Array {
  const encodedStyles = encodeStyles(styles);
  const maxBytes = 3 * (before.length + after.length) + encodedStyles.length;
  if (maxBytes > buffer.length) buffer = Buffer.allocUnsafe(2 * maxBytes);
  let length = buffer.write(before);
  length += encodedStyles.copy(buffer, length);
  length += buffer.write(after, length);
  return buffer.subarray(0, length);
}

/** Rendering data that all documents of a site share. */
export interface RenderContext {
  site: Site;
  renderer: Renderer;
  backend: BackendProject;
  /** The HTML of the script that starts the application. */
  start: string;
  /** Returns the `<meta>` element with a policy that allows these `<style>` elements. */
  stylePolicy(styles: string): string;
}

/** Creates the document of a rendered page. Tags that do not affect loading are at the end of the head. */
export function createPageDocument(
  { head, styles, shareHead, body }: RenderedPage,
  { site, start, stylePolicy }: Pick<RenderContext, 'site' | 'start' | 'stylePolicy'>,
  siteTags = '',
  data = '',
): HtmlDocument {
  return createHtmlDocument(site, {
    policy: stylePolicy(styles),
    head,
    styles,
    headEnd: start + siteTags + shareHead + data,
    body,
  });
}

/**
 * Renders the document that is sent in response to a form submission. It does not start the application, so that a
 * reload submits the form again.
 */
export function createFormAnswer(
  view: PageView,
  form: string,
  status: 'success' | 'error',
  { site, renderer, backend, stylePolicy }: RenderContext,
): HtmlDocument {
  const { canonical: _, share: __, ...answerView } = showFormOnPage(view, form);
  const { head, styles, body } = renderer.render(answerView, site, backend, { form, status });
  const document = { policy: stylePolicy(styles), head, styles, body };
  if (backend.address === '' || status === 'success') return createHtmlDocument(site, document);
  // If the contact function is on another host, relative links must lead to the site, except links within the document.
  const [, formAction = ''] = /<form [^>]*?action="([^"]*\/functions\/[^"]*)"/.exec(body) ?? [];
  return createHtmlDocument(site, {
    ...document,
    head: `<base href="${site.url}/">${head}`,
    body: body.replaceAll(' href="#', ` href="${formAction}#`),
  });
}

/** Moves the form of a dialog to the page itself, because dialogs are closed when a document loads. */
function showFormOnPage(view: PageView, id: string): PageView {
  if (view.blocks.some((block) => block.id === id && getDefinition(block).form)) return view;
  const forms = Object.values(view.dialogs).map(({ form }) => form);
  return { ...view, blocks: forms.filter((form) => form.id === id), dialogs: {} };
}

/**
 * The file name suffixes of the response pages of a form, such as `.sent.html` in `message.sent.html` for the form
 * `message`. No route ends with these suffixes.
 */
export const formAnswerFiles = [
  { ending: '.sent.html', status: 'success' },
  { ending: '.failed.html', status: 'error' },
] as const;

/** Creates a document that redirects browsers, for hosts that do not support redirects. */
export function createRedirectPage(
  to: string,
  { site, stylePolicy }: Pick<RenderContext, 'site' | 'stylePolicy'>,
): string {
  const document = createHtmlDocument(site, {
    policy: stylePolicy(''),
    head:
      `<title>${escapeMarkup(to)}</title><meta http-equiv="refresh" content="0; url=${escapeMarkup(to)}">` +
      '<meta name="robots" content="noindex">',
    body: `<a href="${escapeMarkup(to)}">${escapeMarkup(to)}</a>`,
  });
  return toHtmlText(document);
}
