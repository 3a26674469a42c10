import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { engineFolder } from '../../scripts/system/project.ts';
import { commandLine } from './command-line.ts';
import { hugoVersion, runHugo, writeHugoSite } from './hugo-site.ts';
import { type MeasuredSite, writeMeasuredSite } from './measured-site.ts';
import { measureTree, type TreeCost } from './measure-tree.ts';

/** What is measured, in the order of a round. */
export const stepLabels = {
  hugo: 'hugo, all pages',
  floor: 'floor: yaml, zod, React without styles, 1 thread',
  parse: `parsing with yaml alone, ${availableParallelism()} threads`,
  cold: 'build, nothing kept, one share picture',
  unchanged: 'build, nothing changed',
  page: 'build, one page edited',
  shared: 'build, a shared block edited',
  navigation: 'build, the navigation changed',
  validate: 'validate, nothing kept',
  validatePage: 'validate, one page edited',
  pictures: 'build, nothing kept, a share picture a page',
  picturesKept: 'build, the navigation changed, pictures kept',
} as const;
export type StepName = keyof typeof stepLabels;
export const stepNames = Object.keys(stepLabels) as StepName[]; // its own keys

/** What each step of a round did cost; Hugo's is missing where there is no Hugo. */
export type Round = Partial<Record<StepName, TreeCost>>;

/** A generated site with what is measured beside it, in a folder of its own. */
export function prepareSteps(folder: string, count: number): { site: MeasuredSite; round(): Promise<Round> } {
  const site = writeMeasuredSite(join(folder, 'site'), count);
  const hugo = join(folder, 'hugo');
  const hasHugo = hugoVersion() !== undefined;
  if (hasHugo) writeHugoSite(site.pages, hugo);
  const node = (args: string[], env?: NodeJS.ProcessEnv) =>
    measureTree(process.execPath, args, { cwd: engineFolder, env });
  // React is read for development unless it is told not to.
  const bench = (program: string, ...args: string[]) =>
    node([join(import.meta.dirname, program), ...args], { NODE_ENV: 'production' });
  const run = (command: string) => node([...commandLine(command), '--pages', site.pages]);
  const remove = (...path: string[]) => rmSync(join(...path), { recursive: true, force: true });
  const buildWith = async (edit: () => string) => {
    const word = edit();
    const cost = await run('build');
    site.demandBuilt(word);
    return cost;
  };
  const buildFromNothing = (ownPictures: boolean) => {
    site.clear();
    site.choosePictures(ownPictures);
    return run('build');
  };
  const steps: Record<StepName, () => Promise<TreeCost | undefined>> = {
    hugo: async () => {
      remove(hugo, 'public');
      return hasHugo ? runHugo(hugo) : undefined;
    },
    floor: () => {
      remove(folder, 'floor');
      return bench('floor.ts', site.pages, join(folder, 'floor'));
    },
    parse: () => bench('parse-only.ts', site.pages, String(availableParallelism())),
    cold: () => buildFromNothing(false),
    unchanged: () => run('build'),
    page: () => buildWith(site.editPage),
    shared: () => buildWith(site.editShared),
    navigation: () => buildWith(site.editNavigation),
    validate: () => {
      site.clear();
      return run('validate');
    },
    validatePage: () => {
      site.editPage();
      return run('validate');
    },
    pictures: () => buildFromNothing(true),
    picturesKept: () => buildWith(site.editNavigation),
  };
  return {
    site,
    round: async () => {
      const costs: Round = {};
      for (const name of stepNames) {
        const cost = await steps[name]();
        if (cost) costs[name] = cost;
      }
      return costs;
    },
  };
}
