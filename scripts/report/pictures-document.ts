import { ownDocument } from '../outputs/own-document.ts';
import { escape } from '../system/format.ts';
import { count } from '../../schema/base/text.ts';
import { changesOfPage, summaryOf, textReport } from './print-report.ts';
import type { ReportedPage, SiteChanges } from './site-changes.ts';

/** A page with its pictures. */
export interface PicturedPage {
  page: ReportedPage;
  pictures: {
    file: string;
    side: 'before' | 'after';
    width: number;
    height: number;
    /** The number of frames in it. */
    places: number;
  }[];
}

interface PicturesOfChanges {
  changes: SiteChanges;
  pictured: readonly PicturedPage[];
  /** Pages that look as before. */
  same: readonly ReportedPage[];
  /** The number of pages that differ and have no pictures. */
  left: number;
  /** What could not be shown, in sentences. */
  problems: readonly string[];
}

/** The page that shows pictures, and the whole report in words. It needs no server. */
export function picturesDocument({ changes, pictured, same, left, problems }: PicturesOfChanges): string {
  const routes = same.map(({ route }) => `<code>${escape(route)}</code>`).join(', ');
  const notes = [
    left === 0
      ? ''
      : `<p>${count(left, 'more page')} differ${left === 1 ? 's' : ''}: only the largest changes have pictures.</p>`,
    same.length === 0
      ? ''
      : `<p>No difference can be seen on ${routes}: it is in what opens later, or in what programs read.</p>`,
    ...[...problems, changes.pictureProblem ?? ''].filter(Boolean).map((one) => `<p>${escape(one)}</p>`),
  ];
  const body =
    `<main><h1>What visitors will see</h1><p>${escape(summaryOf(changes))}</p>${notes.join('')}` +
    pictured.map((one) => pageSection(one, changes)).join('') +
    `<section><h2>The whole report</h2><pre tabindex="0">${escape(textReport(changes))}</pre></section></main>`;
  return ownDocument({ title: 'What visitors will see', css: styles, body });
}

function pageSection({ page, pictures }: PicturedPage, changes: SiteChanges): string {
  const { kind, route, oldRoute, title } = page;
  const words = changesOfPage(page, changes).map((line) => `<li>${escape(line)}</li>`);
  const address = [oldRoute, route].flatMap((one) =>
    one === undefined ? [] : [`<code>${escape(one)}</code>`],
  );
  const views = [...new Set(pictures.map(({ width }) => width))].map((width) => {
    const figures = pictures
      .filter((picture) => picture.width === width)
      .map(({ file, side, height, places }) => {
        const frames = kind === 'changed' || kind === 'moved' ? `, ${count(places, 'frame')}` : '';
        const text = `${side === 'before' ? 'Before' : 'After'}, ${width} pixels wide${frames}`;
        const image = `<img src="${file}" alt="${text}: ${escape(title)}" width="${width}" height="${height}" loading="lazy">`;
        return `<figure><figcaption>${text}</figcaption><a href="${file}">${image}</a></figure>`;
      });
    return `<div class="pair">${figures.join('')}</div>`;
  });
  return (
    `<section><h2>${escape(title)}</h2><p>${kind}, ${address.join(' → ')}</p>` +
    `${words.length === 0 ? '' : `<ul>${words.join('')}</ul>`}${views.join('')}</section>`
  );
}

const styles = `
main { display: grid; gap: 1rem; max-inline-size: 100rem; margin: auto; padding: 1.5rem; }
section { display: grid; gap: 0.75rem; min-inline-size: 0; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 0.5rem; }
ul { margin: 0; padding-inline-start: 1.25rem; }
li, code { overflow-wrap: anywhere; }
.pair { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
figure { flex: 1 1 20rem; min-inline-size: 0; margin: 0; color: var(--soft); }
img { inline-size: auto; max-inline-size: 100%; block-size: auto; border: 1px solid var(--line); }
pre { margin: 0; overflow: auto; max-block-size: 40rem; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
