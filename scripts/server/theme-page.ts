import { getBasePath } from '../../schema/base/routes.ts';
import type { Website } from '../../schema/check/check.ts';
import { resolveTheme } from '../../schema/site/theme-presets.ts';
import { presetNames } from '../../schema/site/theme-settings.ts';
import { createEngineDocument } from '../outputs/engine-document.ts';

/** The path of the document with all theme presets. The path of each preset begins with this path. */
export const themePath = '/__theme';

const themePageCss = [
  'ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(384px,1fr));gap:1.5rem;margin-block-start:1rem;padding:0;list-style:none}',
  '.view{width:384px;height:288px;overflow:hidden;border:1px solid #767676}',
  'iframe{width:1280px;height:960px;border:0;transform:scale(.3);transform-origin:0 0}',
  'main{padding:1.5rem}mark{background:#ffe08a;color:inherit;padding:.1em .3em}button{margin-inline-start:8px}',
].join('');

/** If the editor shows the document in a dialog, shows buttons to choose a preset. Runs in the document. */
function showPresetButtons(): void {
  if (parent === window) return;
  for (const button of document.querySelectorAll('button')) {
    button.hidden = false;
    button.addEventListener('click', () =>
      parent.postMessage({ insert: { layout: button.value } }, location.origin),
    );
  }
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') parent.postMessage({}, location.origin);
  });
}

/** Creates a document that shows the home page in each theme preset. */
export function createThemeDocument({ site }: Website): string {
  const { theme, url } = site;
  const presets = presetNames.map((preset) => {
    const code = `<code>theme: { preset: ${preset} }</code>`;
    const line = theme.preset === preset ? `<mark>${code}</mark>` : code;
    const address = `${getBasePath(url)}${themePath}/${preset}`;
    return (
      `<li><p>${line} <a href="${address}">open</a>` +
      `<button value="${preset}" aria-label="Use ${preset}" hidden>Use</button></p><div class="view">` +
      `<iframe src="${address}" title="${preset}" tabindex="-1" loading="lazy"></iframe></div></li>`
    );
  });
  const body = `<main><h1>Theme presets</h1><ul>${presets.join('')}</ul></main><script>(${showPresetButtons.toString()})()</script>`;
  return createEngineDocument({ title: 'Theme presets', css: themePageCss, body });
}

/** Returns the website with the theme preset that a path names, and the route of the page to show. */
export function applyPreset(website: Website, path: string): { website: Website; route: string } | undefined {
  const preset = presetNames.find((name) => `${path}/`.startsWith(`${themePath}/${name}/`));
  if (preset === undefined) return undefined;
  const { logo } = website.site.theme;
  const theme = resolveTheme(logo === undefined ? { preset } : { preset, logo });
  const route = path.slice(`${themePath}/${preset}`.length) || '/';
  return { website: { ...website, site: { ...website.site, theme } }, route };
}
