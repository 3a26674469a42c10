import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import { check, type Website } from '../../schema/check/check.ts';
import { type Diagnostic, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import type { Site } from '../../schema/site/site.ts';
import { createAssets, sourceRenderer } from './render-site.ts';
import { createSiteFiles } from './small-site.ts';

/** The result of checking and rendering a page. */
export interface RenderedBlocks {
  diagnostics: Diagnostic[];
  /** The diagnostics of the page as lines. */
  messages: string[];
  /** The HTML inside `main`. Empty if the page has errors. */
  html: string;
  /** The text of the HTML, without tags. */
  text: string;
  view?: PageView;
  site?: Site;
  website?: Website;
}

/**
 * Checks and renders blocks below the hero of a home page. The blocks are YAML that begins with `- `. Every file that
 * they reference exists. `otherFiles` contains further files in `pages/`, and `day` is the day of the build.
 */
export function renderBlocks(
  blocks: string,
  otherFiles: Record<string, string> = {},
  day = '2026-01-01',
  path = '/',
): RenderedBlocks {
  const files = createSiteFiles(
    `  - { type: hero, heading: A page }\n${blocks.trim().replaceAll(/^(?=.)/gm, '  ')}\n`,
    otherFiles,
  );
  const { website, diagnostics } = check(files, createAssets(files), new Date(`${day}T12:00Z`));
  const messages = diagnostics.map(formatDiagnostic);
  const page = website?.pages.get(path);
  if (!website || !page) return { diagnostics, messages, html: '', text: '' };
  const view = resolvePage(page, createRenderInputs(website, new Map(), day)(page), website.site);
  const { body } = sourceRenderer.render(view, website.site, { address: '', anonymousKey: '' });
  const html = /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? '';
  return {
    diagnostics,
    messages,
    view,
    site: website.site,
    website,
    html,
    text: html
      .replaceAll(/<style.*?<\/style>/gs, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' '),
  };
}
