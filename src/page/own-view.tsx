import * as react from 'react';
import * as jsx from 'react/jsx-runtime';
import * as ui from '../ui/public-ui.ts';
import { withKnownNames } from '../../schema/base/known-names.ts';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { registry } from '../blocks/registry.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';

/** The view of a block of a site's own, or one in the place of a built-in view. */
export interface OwnView {
  /** The address of its program. */
  file: string;
  /** The address of what it does in a browser. */
  client?: string;
  /** The blocks whose built-in views it shows. */
  shows: readonly BlockType[];
}

/** Loads a program by its address. */
export type LoadProgram = (address: string) => Promise<unknown>;

/** What a compiled program gets for its imports, and what it exports. */
type Program<Exported> = { default(given: object): { default: Exported } };
type View = react.ComponentType<object>;
/** What a block does in a browser. It may return what ends it. */
type Start = (block: HTMLElement) => void | (() => void);

/** Loads a view of a site's own. One that cannot be loaded fails where it is drawn, so that the rest of the page is there. */
export async function loadView(
  { file, client, shows }: OwnView,
  load: LoadProgram,
  builtIn: typeof registry,
): Promise<View> {
  try {
    // A view is the whole module: what `default` is of another one depends on the package of who imports it.
    const shown = await Promise.all(shows.map(async (type) => [type, await builtIn[type].load()] as const));
    const views = Object.fromEntries(shown);
    const given = { react, jsx, ui: withKnownNames('pagewright/ui', ui), views };
    // Both were checked when they were compiled.
    const View = ((await load(file)) as Program<View>).default(given).default;
    if (client === undefined) return View;
    if (typeof document === 'undefined') return withStart(View, () => undefined);
    return withStart(View, ((await load(client)) as Program<Start>).default(given).default);
  } catch (problem) {
    return () => {
      throw problem;
    };
  }
}

/** A view that does something as soon as a visitor reaches it. */
function withStart(View: View, start: Start): View {
  return (settings) => {
    const { number } = react.useContext(BlockPositionContext);
    react.useEffect(() => {
      const block = document.querySelectorAll<HTMLElement>('main > [data-block]')[number];
      return block && start(block);
    });
    return <View {...settings} />;
  };
}
