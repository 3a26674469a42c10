import { stringify } from 'yaml';
import { z } from 'zod';
import { basePath } from '../../schema/base/routes.ts';
import type { Website } from '../../schema/check/check.ts';
import { resolvedTheme } from '../../schema/site/theme-presets.ts';
import { presetNames, themeSettings } from '../../schema/site/theme-settings.ts';
import { htmlDocument, htmlText } from '../outputs/documents.ts';
import { escape } from '../system/format.ts';

/** The page of the dev server that shows all choices of a theme, and the address below it of each preset. */
export const themePath = '/__theme';

const themePageCss = [
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:84rem;margin:2rem auto;padding:0 1.5rem;color:#1b2522;background:#fff}',
  '.presets{display:grid;grid-template-columns:repeat(auto-fill,minmax(24rem,1fr));gap:1.5rem;padding:0;list-style:none}',
  '.view{width:24rem;height:18rem;overflow:hidden;border:1px solid #767676}',
  'iframe{width:1280px;height:960px;border:0;transform:scale(.3);transform-origin:0 0}',
  'dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));gap:1rem 2rem}',
  'dd{margin:0}code{font:.9375rem ui-monospace,monospace}mark{background:#ffe08a;color:inherit;padding:.1em .3em}',
].join('');

/** All choices of a theme on one screen: the presets beside each other, and the line to write for each value. */
export function themeDocument({ site }: Website): string {
  const { theme, url } = site;
  const presets = presetNames.map((preset) => {
    const line = choiceCode(`theme: { preset: ${preset} }`, theme.preset === preset);
    const address = `${basePath(url)}${themePath}/${preset}`;
    return (
      `<li><p>${line} <a href="${address}">open</a></p><div class="view">` +
      `<iframe src="${address}" title="${preset}" tabindex="-1" loading="lazy"></iframe></div></li>`
    );
  });
  const settings = Object.entries(themeSettings.shape)
    .filter(([key]) => key !== 'preset')
    .map(([key, field]) => {
      const current: unknown = theme[key as keyof typeof theme]; // the keys of the schema
      const values = choiceValues(field).map((value) => choiceCode(`${key}: ${value}`, value === current));
      const own =
        values.length > 0
          ? values
          : [choiceCode(`${key}: ${example(current, field)}`, current !== undefined)];
      const words = escape(field.description ?? '').replaceAll(/`([^`]*)`/g, '<code>$1</code>');
      return `<div><dt><strong>${key}</strong></dt><dd>${words}</dd><dd>${own.join(' ')}</dd></div>`;
    });
  return htmlText(
    htmlDocument(
      { language: 'en' },
      {
        head: `<title>Theme</title><style>${themePageCss}</style>`,
        body:
          '<main><h1>Theme</h1><p>What this site has now is <mark>marked</mark>. Write the others below <code>theme:</code> ' +
          `in <code>_site.yaml</code>.</p><h2>Presets</h2><ul class="presets">${presets.join('')}</ul>` +
          `<h2>Settings</h2><dl>${settings.join('')}</dl></main>`,
      },
    ),
  );
}

/** The website with another preset, and the route of the page to show, if a path names both. */
export function withPreset(website: Website, path: string): { website: Website; route: string } | undefined {
  const preset = presetNames.find((name) => `${path}/`.startsWith(`${themePath}/${name}/`));
  if (preset === undefined) return undefined;
  const { logo } = website.site.theme;
  const theme = resolvedTheme(logo === undefined ? { preset } : { preset, logo });
  const route = path.slice(`${themePath}/${preset}`.length) || '/';
  return { website: { ...website, site: { ...website.site, theme } }, route };
}

const choiceCode = (text: string, isCurrent: boolean): string =>
  isCurrent ? `<mark><code>${escape(text)}</code></mark>` : `<code>${escape(text)}</code>`;

function choiceValues(field: z.ZodType): string[] {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

/** What an author writes for a setting without a list of values: the present value, or an example. */
function example(current: unknown, field: z.ZodType): string {
  if (current !== undefined) return flow(current);
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodObject ? flow(exampleOf(inner)) : '/pictures/name.svg';
}

function exampleOf(field: z.ZodType): unknown {
  if (field instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(field.shape).map(([key, part]) => [key, exampleOf(part as z.ZodType)]), // by its type
    );
  const [first] = field.meta()?.examples ?? [];
  return first ?? '/fonts/name.woff2';
}

/** A value as YAML on one line. */
const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
