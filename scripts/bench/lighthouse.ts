import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumFlags, findChromium } from '../base/find-chromium.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What of Lighthouse's report is read here. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** What Lighthouse says of a page on a phone. */
export interface Verdict {
  /** Of a hundred, in the order of the categories. */
  scores: number[];
  /** The audits that cost something. */
  failed: string[];
  /** By its simulation of a slow phone, in milliseconds. */
  lcp: number;
  tbt: number;
}

/** It is not among the packages, as its own need some that not every registry has. */
export const howToInstall =
  'Lighthouse was not found. Install it elsewhere, for instance with `npm install -g lighthouse`, or name its program in PAGEWRIGHT_LIGHTHOUSE.';

/** Where Lighthouse's program is on this machine, if it is. */
export function findLighthouse(): string | undefined {
  const named = process.env['PAGEWRIGHT_LIGHTHOUSE'];
  const places =
    named === undefined
      ? (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'lighthouse'))
      : [named];
  return places.find((place) => existsSync(place));
}

/** Has Lighthouse look at a page. */
export async function lighthouse(program: string, address: string): Promise<Verdict> {
  const flags = `--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, address, '--quiet', '--output=json', `--only-categories=${categories.join()}`, flags],
    {
      env: { ...process.env, CHROME_PATH: await findChromium() },
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  const report = JSON.parse(stdout) as Report; // what `--output=json` stands for
  const costly = categories
    .flatMap((name) => report.categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0);
  const milliseconds = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    failed: costly.filter(({ id }) => (report.audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
    lcp: milliseconds('largest-contentful-paint'),
    tbt: milliseconds('total-blocking-time'),
  };
}
