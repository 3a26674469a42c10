import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocumentPath } from '../../schema/base/routes.ts';

/** The parsed head of a document. */
export interface DocumentHead {
  title: string;
  /** The attributes of each tag in the head. */
  tags: Record<string, string>[];
  meta(name: string): string | undefined;
  link(rel: string): string | undefined;
  data: { '@context': string; '@graph': { '@type': string }[] }[];
}

/** Returns the HTML document of a route in a built site. */
export const readBuiltDocument = (outputFolder: string, route: string): string =>
  readFileSync(join(outputFolder, getDocumentPath(route)), 'utf8');

/** Parses the head of an HTML document. */
export function parseHead(html: string): DocumentHead {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags = [...head.matchAll(/<(?:meta|link)\b(?:"[^"]*"|[^">])*>/g)].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        unescapeEntities(value),
      ]),
    ),
  );
  return {
    tags,
    title: unescapeEntities(/<title>(.*?)<\/title>/.exec(head)?.[1] ?? ''),
    meta: (name) => tags.find((tag) => tag['name'] === name || tag['property'] === name)?.['content'],
    link: (rel) => tags.find((tag) => tag['rel'] === rel)?.['href'],
    data: [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as DocumentHead['data'][number], // tests expect this structure
    ),
  };
}

/** Replaces the entities in HTML or XML with their characters. */
export const unescapeEntities = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
