import { createEngineDocument } from '../outputs/engine-document.ts';
import { escapeMarkup } from '../system/format.ts';
import { formatCount } from '../../schema/base/text.ts';
import { listPageChanges, formatSummary, formatTextReport } from './print-report.ts';
import type { ReportedPage, SiteChanges } from './site-changes.ts';

export interface PicturedPage {
  page: ReportedPage;
  pictures: {
    file: string;
    side: 'before' | 'after';
    width: number;
    height: number;
    frameCount: number;
  }[];
}

interface DocumentContent {
  changes: SiteChanges;
  pictured: readonly PicturedPage[];
  /** Changed pages without a visible difference. */
  unchanged: readonly ReportedPage[];
  /** The number of other changed pages, which have no pictures. */
  omittedCount: number;
  /** One sentence for each page whose pictures could not be taken. */
  problems: readonly string[];
}

/** Creates a document with the pictures and the full report. It can be opened without a server. */
export function createPicturesDocument({
  changes,
  pictured: picturedPages,
  unchanged,
  omittedCount,
  problems,
}: DocumentContent): string {
  const routes = unchanged.map(({ route }) => `<code>${escapeMarkup(route)}</code>`).join(', ');
  const notes = [
    omittedCount === 0
      ? ''
      : `<p>${formatCount(omittedCount, 'more page')} changed. Only the largest changes have pictures.</p>`,
    unchanged.length === 0
      ? ''
      : `<p>No visible difference on ${routes}: the change is in hidden content or metadata.</p>`,
    ...[...problems, changes.pictureProblem ?? '']
      .filter(Boolean)
      .map((problem) => `<p>${escapeMarkup(problem)}</p>`),
  ];
  const body =
    `<main><h1>Changes to pages</h1><p>${escapeMarkup(formatSummary(changes))}</p>${notes.join('')}` +
    picturedPages.map((picturedPage) => renderPageSection(picturedPage, changes)).join('') +
    `<section><h2>Full report</h2><pre tabindex="0">${escapeMarkup(formatTextReport(changes))}</pre></section></main>`;
  return createEngineDocument({ title: 'Changes to pages', css: styles, body });
}

function renderPageSection({ page, pictures }: PicturedPage, changes: SiteChanges): string {
  const { kind, route, oldRoute, title } = page;
  const items = listPageChanges(page, changes).map((line) => `<li>${escapeMarkup(line)}</li>`);
  const routes = [oldRoute, route]
    .filter((shownRoute) => shownRoute !== undefined)
    .map((shownRoute) => `<code>${escapeMarkup(shownRoute)}</code>`);
  const views = [...new Set(pictures.map(({ width }) => width))].map((width) => {
    const figures = pictures
      .filter((picture) => picture.width === width)
      .map(({ file, side, height, frameCount }) => {
        const frames = kind === 'changed' || kind === 'moved' ? `, ${formatCount(frameCount, 'frame')}` : '';
        const caption = `${side === 'before' ? 'Before' : 'After'}, ${width} pixels wide${frames}`;
        const image = `<img src="${file}" alt="${caption}: ${escapeMarkup(title)}" width="${width}" height="${height}" loading="lazy">`;
        return `<figure><figcaption>${caption}</figcaption><a href="${file}">${image}</a></figure>`;
      });
    return `<div class="pair">${figures.join('')}</div>`;
  });
  return (
    `<section><h2>${escapeMarkup(title)}</h2><p>${kind}, ${routes.join(' → ')}</p>` +
    `${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}${views.join('')}</section>`
  );
}

const styles = `
main { display: grid; gap: 1rem; max-inline-size: 100rem; margin: auto; padding: 1.5rem; }
section { display: grid; gap: 0.75rem; min-inline-size: 0; padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.5rem; }
ul { margin: 0; padding-inline-start: 1.25rem; }
li, code { overflow-wrap: anywhere; }
.pair { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
figure { flex: 1 1 20rem; min-inline-size: 0; color: var(--quiet); }
img { inline-size: auto; max-inline-size: 100%; block-size: auto; border: 1px solid var(--line); }
pre { overflow: auto; max-block-size: 40rem; background: var(--desk); }
`;
