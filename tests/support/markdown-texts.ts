import { parseHTML } from 'linkedom';

/** Elements whose text is not part of the content: controls, scripts, graphics and hidden elements. */
const ignoredElements =
  'svg, script, style, template, noscript, input, select, textarea, output, progress, iframe, [hidden], ' +
  'button:not([command=show-modal]), main > section label:not(form label)';

const stripMarkup = (text: string) => text.replaceAll(/[\u00AD\u200B\u2060\s\\`*_[\]<>|#-]+/g, '');

/** Removes the parts of Markdown that are not visible text: URLs, text alternatives of pictures, and list numbers. */
const stripNonText = (markdown: string) =>
  markdown
    .replaceAll(/!\[(?:\\.|[^\]\\])*\]\([^)\s]*\)/g, '')
    .replaceAll(/\]\([^)\s]*\)/g, ']')
    .replaceAll(/^(?:[> ]*(?:- )?)*\d+[.)] /gm, '')
    .replaceAll(/^<\/?\S+>$/gm, '');

/**
 * Returns the text of each text node in a page that is missing or in a different order in the page's Markdown. Text
 * that only the Markdown contains is returned as `+ …`.
 */
export function findLostTexts(markdown: string, html: string): string[] {
  const { document } = parseHTML(html);
  const main = document.querySelector('main');
  if (!main) return ['the page has no content'];
  for (const element of main.querySelectorAll(ignoredElements)) element.remove();
  const walker = document.createTreeWalker(main, 4);
  const markdownText = stripMarkup(stripNonText(markdown));
  const lostTexts: string[] = [];
  let position = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = stripMarkup(node.nodeValue ?? '');
    const index = markdownText.indexOf(text, position);
    if (index === -1) lostTexts.push(node.nodeValue ?? '');
    else {
      if (index > position) lostTexts.push(`+ ${markdownText.slice(position, index)}`);
      position = index + text.length;
    }
  }
  return position < markdownText.length ? [...lostTexts, `+ ${markdownText.slice(position)}`] : lostTexts;
}
