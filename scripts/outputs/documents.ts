import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionOf } from '../../schema/content/blocks/index.ts';
import type { Site } from '../../schema/content/site.ts';
import { engineFolder } from '../system/project.ts';
import { memoize } from '../../schema/util.ts';
import type { BackendProject, RenderedPicture, PageView, Renderer } from '../../src/render/entry-server.tsx';

const charset = '<meta charset="utf-8">';
const parts = /<!--(?:language|policy|head|body)-->/;
const frame = readFileSync(join(engineFolder, 'index.html'), 'utf8').replaceAll(/\n\s*/g, '');
const [start, beforePolicy, afterPolicy, afterHead, end] = frame
  .replace(charset, `${charset}<!--policy-->`)
  .split(parts);

/** An HTML document around its `<style>` elements: many documents have the same, as the same string. */
export interface HtmlDocument {
  before: string;
  styles: string;
  after: string;
}

/** What stands in a document. */
interface Content {
  policy?: string;
  head: string;
  styles?: string;
  /** What comes last in the head. */
  headEnd?: string;
  body: string;
}

/**
 * A whole HTML document in the frame of `index.html`. A policy stands before all that it may forbid, and
 * after the character set, which browsers look for at the very beginning.
 */
export function htmlDocument(
  { language }: Pick<Site, 'language'>,
  { policy = '', head, styles = '', headEnd = '', body }: Content,
): HtmlDocument {
  return {
    before: `${start}${language}${beforePolicy}${policy}${afterPolicy}${head}`,
    styles,
    after: `${headEnd}${afterHead}${body}${end}`,
  };
}

export const htmlText = ({ before, styles, after }: HtmlDocument): string => before + styles + after;

const styleBytes = memoize(200, (styles) => Buffer.from(styles));
let room = Buffer.allocUnsafe(2 ** 18);

/** A document in UTF-8, until the next one is asked for. */
export function htmlBytes({ before, styles, after }: HtmlDocument): Uint8Array {
  const between = styleBytes(styles);
  const most = 3 * (before.length + after.length) + between.length;
  if (most > room.length) room = Buffer.allocUnsafe(2 * most);
  let length = room.write(before);
  length += between.copy(room, length);
  length += room.write(after, length);
  return room.subarray(0, length);
}

/** What all documents of a site are made with. */
export interface RenderContext {
  site: Site;
  renderer: Renderer;
  backend: BackendProject;
  /** The markup of the script that starts the application. */
  start: string;
  /** The tag of the policy for a document with these `<style>` elements. */
  stylePolicy(styles: string): string;
  /** The pictures that its pages have drawn so far. */
  drawn: RenderedPicture[];
}

/**
 * A page as visitors get it. Last in its head stands what no visitor waits for: tags of the site, and data of
 * the page.
 */
export function pageDocument(
  view: PageView,
  { site, renderer, backend, start, drawn, stylePolicy }: RenderContext,
  siteTags = '',
  data = '',
): HtmlDocument {
  const { head, styles, shareHead, body, pictures } = renderer.render(view, site, backend);
  drawn.push(...pictures);
  return htmlDocument(site, {
    policy: stylePolicy(styles),
    head,
    styles,
    headEnd: start + siteTags + shareHead + data,
    body,
  });
}

/**
 * What an ordinary post of a form is answered with. It starts no application: a reload must stay the
 * browser's business.
 */
export function formAnswerDocument(
  view: PageView,
  form: string,
  status: 'success' | 'error',
  { site, renderer, backend, stylePolicy }: RenderContext,
): HtmlDocument {
  const { canonical: _, share: __, ...hidden } = withFormOnPage(view, form);
  const { head, styles, body } = renderer.render(hidden, site, backend, { form, status });
  const document = { policy: stylePolicy(styles), head, styles, body };
  if (backend.address === '' || status === 'success') return htmlDocument(site, document);
  // A function on another host answers there, and the page's own links lead here, but for those within it.
  const [, here = ''] = /<form [^>]*?action="([^"]*\/functions\/[^"]*)"/.exec(body) ?? [];
  return htmlDocument(site, {
    ...document,
    head: `<base href="${site.url}/">${head}`,
    body: body.replaceAll(' href="#', ` href="${here}#`),
  });
}

/** A dialog is closed when a page comes, so its form stands there by itself. */
function withFormOnPage(view: PageView, id: string): PageView {
  if (view.blocks.some((block) => block.id === id && definitionOf(block).form)) return view;
  const forms = Object.values(view.dialogs).map(({ form }) => form);
  return { ...view, blocks: forms.filter((form) => form.id === id), dialogs: {} };
}

/** The endings of the two answers to the form `message`: `message-sent.html`, `message-failed.html`. */
export const answers = [
  { ending: '-sent.html', status: 'success' },
  { ending: '-failed.html', status: 'error' },
] as const;

/** For hosts that cannot answer with a redirect. */
export function redirectPage(
  to: string,
  { site, stylePolicy }: Pick<RenderContext, 'site' | 'stylePolicy'>,
): string {
  const document = htmlDocument(site, {
    policy: stylePolicy(''),
    head:
      `<title>${to}</title><meta http-equiv="refresh" content="0; url=${to}">` +
      '<meta name="robots" content="noindex">',
    body: `<a href="${to}">${to}</a>`,
  });
  return htmlText(document);
}
