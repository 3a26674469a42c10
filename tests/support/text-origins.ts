import type { Page } from 'playwright';

/** Visible text on a page, and the file that the editor opens after a click on the text. */
export interface VisibleText {
  text: string;
  /** The file that contains the text. For a date, the file that contains the setting from which the date is derived. */
  file: string | undefined;
  /** The reason why the text cannot be edited, if there is one. */
  why: string | undefined;
  block: string | undefined;
}

/**
 * Returns the visible pieces of text on a page in `npm run edit`. Omits pieces without letters or digits, and the
 * editor's own text.
 */
export async function readVisibleTexts(page: Page): Promise<VisibleText[]> {
  return page.evaluate(async () => {
    // The dev server serves this module to its pages. Hide the
    // import, because the test runner would rewrite a plain one.
    const load = new Function('path', 'return import(path)') as (path: string) => Promise<unknown>; // the compiled function
    const { alignTexts, listTextNodes: textNodesIn } = (await load(
      '/src/editor/align.ts',
    )) as typeof import('../../src/editor/align.ts'); // the exports of that module
    const { token = '' } = document.querySelector<HTMLElement>('pagewright-faults')?.dataset ?? {};
    const response = await fetch('/__api', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Pagewright-Token': token },
      body: JSON.stringify({ page: location.pathname }),
    });
    const originsByNode = alignTexts(
      document,
      (await response.json()) as import('../../src/editor/marked-texts.ts').MarkedTexts,
    ); // the response of the server
    const regions = [...document.querySelectorAll('body > *:not(pagewright-faults, #announcer)')];
    return regions.flatMap(textNodesIn).flatMap((node): VisibleText[] => {
      const { parentElement } = node;
      if (!/[\p{L}\p{N}]/u.test(node.data) || !parentElement?.checkVisibility()) return [];
      const origins = (originsByNode.get(node) ?? []).flatMap(({ origin }) => origin ?? []);
      const valueOrigin =
        origins.find((origin) => 'kind' in origin) ??
        origins.find((origin) => 'why' in origin && origin.why === 'date');
      const reason = origins.find((origin) => 'why' in origin);
      return [
        {
          text: node.data.trim(),
          file: valueOrigin?.file,
          why: reason && 'why' in reason ? reason.why : undefined,
          block: parentElement.closest<HTMLElement>('[data-block]')?.dataset['block'],
        },
      ];
    });
  });
}
