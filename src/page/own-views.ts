import { registry } from '../blocks/registry.tsx';
import { toSiteUrl } from '../ui/site-url.ts';
import type { LoadProgram, OwnView } from './own-view.tsx';

export type OwnViews = Readonly<Record<string, OwnView>>;

const builtInBlocks = { ...registry };
let siteViews: OwnViews = {};

/** Returns the site's own views, or `undefined` if the site has none. */
export const getOwnViews = (): OwnViews | undefined =>
  Object.keys(siteViews).length > 0 ? siteViews : undefined;

const importInBrowser: LoadProgram = (url) => import(/* @vite-ignore */ toSiteUrl(url));

/** Registers a site's own views, and removes those of the previous site. */
export function registerViews(views: OwnViews = {}, loadProgram = importInBrowser): void {
  for (const type of Object.keys(siteViews)) Reflect.deleteProperty(registry, type);
  Object.assign(registry, builtInBlocks);
  siteViews = views;
  for (const [type, view] of Object.entries(views)) {
    const replacedBlock = new Map<string, object>(Object.entries(builtInBlocks)).get(type);
    const registeredBlock = {
      ...replacedBlock,
      ...(view.client !== undefined && { hydrates: 'visible' }),
      load: async () => (await import('./own-view.tsx')).loadView(type, view, loadProgram, builtInBlocks),
    };
    Object.assign(registry, { [type]: registeredBlock });
  }
}
