import { parseHTML } from 'linkedom';

/** Elements without text for reading: controls, scripts, graphics and hidden elements. */
const machinery =
  'svg, script, style, template, noscript, input, select, textarea, output, progress, iframe, [hidden], ' +
  'button:not([command=show-modal]), main > section label:not(form label)';

const words = (text: string) => text.replaceAll(/[\u00AD\u200B\u2060\s\\`*_[\]<>|#-]+/g, '');

/** Removes what is not text on the page: URLs, text alternatives of pictures, and list numbers. */
const withoutAddresses = (markdown: string) =>
  markdown
    .replaceAll(/!\[(?:\\.|[^\]\\])*\]\([^)\s]*\)/g, '')
    .replaceAll(/\]\([^)\s]*\)/g, ']')
    .replaceAll(/^(?:[> ]*(?:- )?)*\d+[.)] /gm, '')
    .replaceAll(/^<\/?\S+>$/gm, '');

/** Returns the texts of a page that its Markdown lacks or has in another order, and its extra texts as `+ …`. */
export function textsLostIn(markdown: string, html: string): string[] {
  const { document } = parseHTML(html);
  const main = document.querySelector('main');
  if (!main) return ['the page has no content'];
  for (const one of main.querySelectorAll(machinery)) one.remove();
  const texts = document.createTreeWalker(main, 4);
  const all = words(withoutAddresses(markdown));
  const lost: string[] = [];
  let done = 0;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = words(node.nodeValue ?? '');
    const at = all.indexOf(text, done);
    if (at === -1) lost.push(node.nodeValue ?? '');
    else {
      if (at > done) lost.push(`+ ${all.slice(done, at)}`);
      done = at + text.length;
    }
  }
  return done < all.length ? [...lost, `+ ${all.slice(done)}`] : lost;
}
