import { registry } from '../blocks/registry.tsx';
import { siteUrl } from '../ui/site-url.ts';
import type { LoadProgram, OwnView } from './own-view.tsx';

export type OwnViews = Readonly<Record<string, OwnView>>;

const builtIn = { ...registry };
let own: OwnViews = {};

/** Returns the site's own views, or undefined if it has none. */
export const ownViews = (): OwnViews | undefined => (Object.keys(own).length > 0 ? own : undefined);

const loadInBrowser: LoadProgram = (url) => import(/* @vite-ignore */ siteUrl(url));

/** Registers the views of a site and removes those of the previous site. */
export function registerViews(views: OwnViews = {}, load = loadInBrowser): void {
  for (const type of Object.keys(own)) Reflect.deleteProperty(registry, type);
  Object.assign(registry, builtIn);
  own = views;
  for (const [type, view] of Object.entries(views)) {
    const replaced = new Map<string, object>(Object.entries(builtIn)).get(type);
    const registered = {
      ...replaced,
      ...(view.client !== undefined && { hydrates: 'visible' }),
      load: async () => (await import('./own-view.tsx')).loadView(type, view, load, builtIn),
    };
    Object.assign(registry, { [type]: registered });
  }
}
