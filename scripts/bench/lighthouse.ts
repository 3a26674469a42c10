import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumFlags, findChromium } from '../base/find-chromium.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The part of Lighthouse's report that is read here. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** Lighthouse's result for a page on a phone. */
export interface Audit {
  /** From 0 to 100, in the order of `categories`. */
  scores: number[];
  /** The weighted audits that failed. */
  failed: string[];
  /** Simulated for a slow phone, in milliseconds. */
  lcp: number;
  tbt: number;
}

/** Lighthouse is no dependency, since some of its own are not in every registry. */
export const howToInstall =
  'Lighthouse was not found. Install it, for instance with `npm install -g lighthouse`, ' +
  'or name its program in PAGEWRIGHT_LIGHTHOUSE.';

/** The path of Lighthouse's program on this machine, if it is installed. */
export function findLighthouse(): string | undefined {
  const named = process.env['PAGEWRIGHT_LIGHTHOUSE'];
  const candidates =
    named === undefined
      ? (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'lighthouse'))
      : [named];
  return candidates.find((path) => existsSync(path));
}

/** Audits a page with Lighthouse. */
export async function lighthouse(program: string, address: string): Promise<Audit> {
  const flags = `--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, address, '--quiet', '--output=json', `--only-categories=${categories.join()}`, flags],
    {
      env: { ...process.env, CHROME_PATH: await findChromium() },
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  const report = JSON.parse(stdout) as Report; // the format of `--output=json`
  const weighted = categories
    .flatMap((name) => report.categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0);
  const milliseconds = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    failed: weighted.filter(({ id }) => (report.audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
    lcp: milliseconds('largest-contentful-paint'),
    tbt: milliseconds('total-blocking-time'),
  };
}
