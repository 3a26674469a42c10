import type { LiveFrame } from '../page/live-page.ts';

/** Replaces the header, the footer and the theme styles in the document. */
export function showFrame({ header, footer, styles }: LiveFrame): void {
  showStyles(styles);
  const [main, announcer] = [document.querySelector('main'), document.getElementById('announcer')];
  if (!main || !announcer) return;
  replaceBetween(null, main, header);
  replaceBetween(main, announcer, footer);
}

/**
 * Replaces all elements between two children of the body. Without a start element, replaces all elements before the end
 * element.
 */
function replaceBetween(start: Element | null, end: Element, html: string): void {
  while (end.previousElementSibling !== start) end.previousElementSibling?.remove();
  end.insertAdjacentHTML('beforebegin', html);
}

function showStyles(html: string): void {
  const [baseStyle, ...emotionStyles] = new DOMParser()
    .parseFromString(html, 'text/html')
    .querySelectorAll('style');
  const oldStyle = document.querySelector('style:not([data-emotion])');
  if (baseStyle && oldStyle?.textContent !== baseStyle.textContent) oldStyle?.replaceWith(baseStyle);
  const existingNames = new Set(
    [...document.querySelectorAll<HTMLElement>('style[data-emotion]')].flatMap(readEmotionNames),
  );
  for (const style of emotionStyles)
    if (!readEmotionNames(style).every((name) => existingNames.has(name))) document.head.append(style);
}

const readEmotionNames = ({ dataset }: HTMLElement) => dataset['emotion']?.split(' ') ?? [];

/**
 * Reloads the site's pictures. A picture keeps its URL when the file changes, so the browser would show the old file.
 */
export function reloadPictures(version: number): void {
  for (const picture of document.querySelectorAll('img')) {
    const url = new URL(picture.src, location.href);
    if (url.origin !== location.origin) continue;
    url.searchParams.set('v', `${version}`);
    picture.src = url.href;
  }
}
