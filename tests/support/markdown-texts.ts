import { parseHTML } from 'linkedom';

/** What visitors operate, or what shows no words. */
const machinery =
  'svg, script, style, template, noscript, input, select, textarea, output, progress, iframe, [hidden], ' +
  'button:not([command=show-modal]), main > section label:not(form label)';

const words = (text: string) => text.replaceAll(/[\u00AD\u200B\u2060\s\\`*_[\]<>|#-]+/g, '');

/** The texts of a page that its Markdown lacks, or has in another order. */
export function textsLostIn(markdown: string, html: string): string[] {
  const { document } = parseHTML(html);
  const main = document.querySelector('main');
  if (!main) return ['the page has no content'];
  for (const one of main.querySelectorAll(machinery)) one.remove();
  const texts = document.createTreeWalker(main, 4);
  const all = words(markdown);
  const lost: string[] = [];
  let done = 0;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = words(node.nodeValue ?? '');
    const at = all.indexOf(text, done);
    if (at === -1) lost.push(node.nodeValue ?? '');
    else done = at + text.length;
  }
  return lost;
}
