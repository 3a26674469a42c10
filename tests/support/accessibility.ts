import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The axe rules whose results depend on colours. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Returns only colour violations. Use it for the second colour scheme if the first one was checked in full. */
export const findColorDiagnostics = (page: Page): Promise<string[]> =>
  findAxeDiagnostics(page, undefined, colorRules);

/**
 * Returns violations of WCAG 2.0 to 2.2 (levels A and AA) and
 * of axe best practices, on the whole page or in parts of it.
 */
export async function findAxeDiagnostics(
  page: Page,
  parts?: readonly string[],
  runOnly: readonly string[] = standards,
): Promise<string[]> {
  // Load axe once per document. Load it through the debugger, because the page's security policy blocks other scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async ({ runOnly, parts }) => {
      // The package axe-core has no type for the global variable that axe.min.js sets.
      const { axe } = window as unknown as {
        axe: { run(context: Document | object, options: object): Promise<AxeResults> };
      };
      const results = await axe.run(parts ? { include: parts } : document, {
        runOnly,
        resultTypes: ['violations'],
      });
      return results.violations;
    },
    { runOnly, parts },
  );
  const describeReasons = ({ any, all, none }: NodeResult) =>
    [...any, ...all, ...none].map(({ message }) => message).join(' ');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${describeReasons(node).slice(0, 240)}`),
  );
}

/** Converts a computed colour, such as `rgb(0 0 0)`, to `#rrggbb`. */
export const toHex = (color: string): string =>
  `#${(color.match(/[\d.]+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;

/** Resizes the window to each width. Expects no axe violations and no horizontal overflow, in both colour schemes. */
export async function expectAccessibleWidths(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [colorScheme, findDiagnostics] of [
      ['light', findAxeDiagnostics],
      ['dark', findColorDiagnostics],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findDiagnostics(page), `${width} ${colorScheme}`).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/** Returns the `expanded` state of each control whose name starts with `name`, from the accessibility tree. */
export async function expandedStates(page: Page, name: string): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter((node) => !node.ignored && String(node.name?.value ?? '').startsWith(name))
    .flatMap((node) => node.properties ?? [])
    .filter((property) => property.name === 'expanded')
    .map((property) => property.value.value);
}

/** Returns the label of the focused element, or its text if it has no label. */
export const readFocusedLabel = (page: Page): Promise<string> =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim(),
  );
