import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult } from 'axe-core';
import type { Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Brings axe into a document, once for all the looks at it. The debugger does it, so that no security policy
 * of the page minds.
 */
export const loadAxe = (page: Page): Promise<void> => page.evaluate(source);

/**
 * Everything that axe finds fault with on the page, or in parts of it, by WCAG 2.0 to 2.2 A and AA and its
 * best practice.
 */
export async function axeDiagnostics(page: Page, parts?: readonly string[]): Promise<string[]> {
  const violations = await page.evaluate(
    async ({ standards, parts }) => {
      // axe.min.js brings no types for the global that it sets.
      const { axe } = window as unknown as {
        axe: { run(where: Document | object, options: object): Promise<AxeResults> };
      };
      const results = await axe.run(parts ? { include: parts } : document, {
        runOnly: standards,
        resultTypes: ['violations'],
      });
      return results.violations;
    },
    { standards, parts },
  );
  const why = ({ any, all, none }: NodeResult) =>
    [...any, ...all, ...none].map(({ message }) => message).join(' ');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${why(node).slice(0, 240)}`),
  );
}
