import type { Page } from 'playwright';

/** A text that visitors see, and whether a click leads to its value in a file. */
export interface SeenText {
  text: string;
  /** The file of its value; with a path, of a date, the file of the setting that it follows from. */
  file: string | undefined;
  /** Why it leads to none. */
  why: string | undefined;
  block: string | undefined;
}

/** The texts of a page in `npm run edit`, except for signs between words and what the editor adds. */
export async function seenTexts(page: Page): Promise<SeenText[]> {
  return page.evaluate(async () => {
    // The test runner would replace an import here. Vite serves the module to pages of the dev server.
    const load = new Function('path', 'return import(path)') as (path: string) => Promise<unknown>; // of that code
    const { alignTexts, textNodesIn } = (await load(
      '/src/editor/align.ts',
    )) as typeof import('../../src/editor/align.ts'); // that module
    const { token = '' } = document.querySelector<HTMLElement>('pagewright-faults')?.dataset ?? {};
    const answer = await fetch('/__api', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Pagewright-Token': token },
      body: JSON.stringify({ page: location.pathname }),
    });
    const map = alignTexts(
      document,
      (await answer.json()) as import('../../src/editor/marked-texts.ts').MarkedTexts,
    ); // its answer
    const regions = [...document.querySelectorAll('body > *:not(pagewright-faults, #announcer)')];
    return regions.flatMap(textNodesIn).flatMap((node): SeenText[] => {
      const { parentElement } = node;
      if (!/[\p{L}\p{N}]/u.test(node.data) || !parentElement?.checkVisibility()) return [];
      const origins = (map.get(node) ?? []).flatMap(({ origin }) => origin ?? []);
      const place =
        origins.find((origin) => 'kind' in origin) ??
        origins.find((origin) => 'why' in origin && origin.why === 'date');
      const reason = origins.find((origin) => 'why' in origin);
      return [
        {
          text: node.data.trim(),
          file: place?.file,
          why: reason && 'why' in reason ? reason.why : undefined,
          block: parentElement.closest<HTMLElement>('[data-block]')?.dataset['block'],
        },
      ];
    });
  });
}
