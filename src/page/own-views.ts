import { registry } from '../blocks/registry.tsx';
import { siteUrl } from '../ui/site-url.ts';
import type { LoadProgram, OwnView } from './own-view.tsx';

export type OwnViews = Readonly<Record<string, OwnView>>;

const builtIn = { ...registry };
let own: OwnViews = {};

/** The views of the site's own; undefined if it has none. */
export const ownViews = (): OwnViews | undefined => (Object.keys(own).length > 0 ? own : undefined);

const loadHere: LoadProgram = (address) => import(/* @vite-ignore */ siteUrl(address));

/** Adds the views of a site to the registry, in place of those of the last one. */
export function registerViews(views: OwnViews = {}, load = loadHere): void {
  for (const type of Object.keys(own)) Reflect.deleteProperty(registry, type);
  Object.assign(registry, builtIn);
  own = views;
  for (const [type, view] of Object.entries(views)) {
    const inPlaceOf = new Map<string, object>(Object.entries(builtIn)).get(type);
    const registered = {
      ...inPlaceOf,
      ...(view.client !== undefined && { hydrates: 'visible' }),
      load: async () => (await import('./own-view.tsx')).loadView(view, load, builtIn),
    };
    Object.assign(registry, { [type]: registered });
  }
}
