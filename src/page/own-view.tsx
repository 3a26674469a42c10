import * as react from 'react';
import * as jsx from 'react/jsx-runtime';
import * as ui from '../ui/public-ui.ts';
import { rejectUnknownExports } from '../../schema/base/unknown-exports.ts';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { registry } from '../blocks/registry.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { leaveView, enterView } from './own-view-error.ts';

/** The view of one of the site's own blocks, or a view that replaces a built-in view. */
export interface OwnView {
  /** The URL of the compiled view. */
  file: string;
  /** The URL of the compiled `client.ts`, if there is one. */
  client?: string;
  /** The block types whose built-in views the view imports. */
  wraps: readonly BlockType[];
}

/** A function that imports a compiled program from its URL. */
export type LoadProgram = (url: string) => Promise<unknown>;

/** A compiled program: a function that takes the imported modules and returns the exports. */
type Program<Exported> = { default(modules: object): { default: Exported } };
type View = react.ComponentType<object>;
/** A function that starts the script of a block. It may return a function that stops the script. */
type StartScript = (block: HTMLElement) => void | (() => void);

/**
 * Loads the view of a block type. If loading fails, returns a view that throws the error during rendering, so that all
 * other blocks still appear.
 */
export async function loadView(
  type: string,
  { file, client, wraps }: OwnView,
  loadProgram: LoadProgram,
  builtInBlocks: typeof registry,
): Promise<View> {
  try {
    // The program receives components instead of modules, because the form of a default import depends on `type` in the
    // importer's package.json.
    const wrappedViews = await Promise.all(
      wraps.map(async (type) => [type, await builtInBlocks[type].load()] as const),
    );
    const views = Object.fromEntries(wrappedViews);
    const modules = { react, jsx, ui: rejectUnknownExports('pagewright/ui', ui), views };
    // The compiler has checked that both programs have a default export.
    const View = ((await loadProgram(file)) as Program<View>).default(modules).default;
    if (client === undefined) return trackView(type, View);
    if (typeof document === 'undefined')
      return trackView(
        type,
        addScript(View, () => undefined),
      );
    const start = ((await loadProgram(client)) as Program<StartScript>).default(modules).default;
    return trackView(type, addScript(View, start));
  } catch (error) {
    return trackView(type, () => {
      throw error;
    });
  }
}

/** Returns a view that records when it is being rendered, so that errors can name the view. */
function trackView(type: string, View: View): View {
  return (settings) => {
    enterView(type);
    return (
      <>
        <View {...settings} />
        <ViewEnd />
      </>
    );
  };
}

function ViewEnd(): null {
  leaveView();
  return null;
}

/** Returns a view that starts its script once the block is hydrated. */
function addScript(View: View, start: StartScript): View {
  return (settings) => {
    const { number } = react.useContext(BlockPositionContext);
    react.useEffect(() => {
      const block = document.querySelectorAll<HTMLElement>('main > [data-block]')[number];
      return block && start(block);
    }, [number]);
    return <View {...settings} />;
  };
}
