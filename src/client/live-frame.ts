import type { LiveFrame } from '../page/live-page.ts';

/** Replaces the header, the footer and the styles of the theme. */
export function showFrame({ header, footer, styles }: LiveFrame): void {
  showStyles(styles);
  const [main, announcer] = [document.querySelector('main'), document.getElementById('announcer')];
  if (!main || !announcer) return;
  replaceBetween(null, main, header);
  replaceBetween(main, announcer, footer);
}

/** Replaces all elements of the body between two elements. */
function replaceBetween(from: Element | null, to: Element, html: string): void {
  while (to.previousElementSibling !== from) to.previousElementSibling?.remove();
  to.insertAdjacentHTML('beforebegin', html);
}

function showStyles(html: string): void {
  const [base, ...own] = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('style');
  const old = document.querySelector('style:not([data-emotion])');
  if (base && old?.textContent !== base.textContent) old?.replaceWith(base);
  const known = new Set(
    [...document.querySelectorAll<HTMLElement>('style[data-emotion]')].flatMap(emotionNames),
  );
  for (const style of own)
    if (!emotionNames(style).every((name) => known.has(name))) document.head.append(style);
}

const emotionNames = ({ dataset }: HTMLElement) => dataset['emotion']?.split(' ') ?? [];

/** Reloads the pictures of the site, because their URLs stay the same when their files change. */
export function reloadPictures(version: number): void {
  for (const picture of document.querySelectorAll('img')) {
    const url = new URL(picture.src, location.href);
    if (url.origin !== location.origin) continue;
    url.searchParams.set('v', `${version}`);
    picture.src = url.href;
  }
}
