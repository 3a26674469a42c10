import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { checkPages } from '../../scripts/site/check-pages.ts';
import { readSourceFiles } from '../../scripts/site/read-pages.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { createDice } from '../support/mutants.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';
import { takeSample, isFullRun } from '../support/sample.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';
import { siteSteps, type SiteTexts } from '../support/site-steps.ts';

const scratch = createSuiteFolder();

/** Copies the fixture site. Returns functions that change, check and build this copy. */
function copySite(name: string) {
  const folder = join(scratch, name);
  cpSync(fixtureFolder, folder, { recursive: true });
  const pages = join(folder, 'pages');
  let texts = new Map(readSourceFiles(pages).map(({ path, text }) => [path, text]));
  return {
    folder,
    texts,
    put: (now: SiteTexts) => {
      for (const path of texts.keys()) if (!now.has(path)) rmSync(join(pages, path));
      for (const [path, text] of now)
        if (texts.get(path) !== text) {
          mkdirSync(dirname(join(pages, path)), { recursive: true });
          writeFileSync(join(pages, path), text);
        }
      texts = new Map(now);
    },
    /** Checks the copy as `npm run validate` does. */
    check: () => checkPages({ pages }),
    build: async (threads = 0) => {
      const { diagnostics } = await buildSite({ pages, out: join(folder, 'dist'), env: {}, threads });
      return {
        diagnostics,
        files: filterErrors(diagnostics).length === 0 ? readTree(join(folder, 'dist')) : new Map(),
      };
    },
  };
}

/** Changes the size of an SVG that pages show. */
function resizeSvg(folder: string, number: number): void {
  const file = join(folder, 'public/logos/north-pier.svg');
  const svg = readFileSync(file, 'utf8').replace(/viewBox="0 0 \d+/, `viewBox="0 0 ${100 + number}`);
  writeFileSync(file, svg);
}

test.each(takeSample([4, 2, 3, 5, 6, 7, 8, 9, 10, 11], 1))(
  'after each of many changes, a warm build gives the same output as a cold build (%i)',
  async (seed) => {
    const roll = createDice(seed);
    const names = Object.keys(siteSteps);
    const [warm, cold] = [copySite(`warm-${seed}`), copySite(`cold-${seed}`)];
    let texts: SiteTexts = new Map(warm.texts);
    let validTexts: SiteTexts = new Map(texts);
    let buildCount = 0;
    onTestFinished(() => void vi.unstubAllEnvs());
    for (let step = 0; step < (isFullRun ? 30 : 4); step++) {
      const name = names[roll(names.length)] ?? '';
      siteSteps[name]?.(texts, roll);
      if (roll(6) === 0) for (const { folder } of [warm, cold]) resizeSvg(folder, step);
      // Change the date, because some content depends on it.
      if (roll(4) === 0) vi.stubEnv('SOURCE_DATE_EPOCH', String(1_770_000_000 + roll(600) * 86_400));
      for (const site of [warm, cold]) site.put(texts);
      // Vary the date, because some pages are public only for a limited time.
      vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse(`2026-06-0${roll(9) + 1}T12:00Z`) / 1000));
      // Keep encoded photos and share images in the cache: their names contain a hash of their inputs.
      for (const cacheName of ['check', 'facts-pages.json', 'build', '../dist'])
        rmSync(join(cold.folder, '.cache', cacheName), { recursive: true, force: true });
      const checked = roll(3) > 0 && (await warm.check());
      const [warmResult, coldResult] = [await warm.build(step % 6 === 2 ? 2 : 0), await cold.build()];
      const lines = ({ diagnostics }: Pick<typeof warmResult, 'diagnostics'>) =>
        diagnostics.map((diagnostic) =>
          formatDiagnostic(diagnostic).replaceAll(/(?:warm|cold)-\d+/g, 'site'),
        );
      expect(lines(checked || coldResult), `step ${step}: ${name}, checked`).toEqual(lines(coldResult));
      expect(lines(warmResult), `step ${step}: ${name}`).toEqual(lines(coldResult));
      expect(warmResult.files, `step ${step}: ${name}`).toEqual(coldResult.files);
      // The second build may reuse the result, because by then the files are older than a clock tick.
      for (let repetition = 0; repetition < 2 && roll(4) === 0; repetition++)
        expect((await warm.build()).files, `step ${step} again: ${name}`).toEqual(coldResult.files);
      if (warmResult.files.size > 0) {
        buildCount++;
        validTexts = new Map(texts);
      }
      // Undo most changes that cause errors, because nothing is built while there are errors.
      else if (roll(4) > 0) texts = new Map(validTexts);
    }
    expect(buildCount).toBeGreaterThan(1);
  },
  600_000,
);
