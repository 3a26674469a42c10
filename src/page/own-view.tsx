import * as react from 'react';
import * as jsx from 'react/jsx-runtime';
import * as ui from '../ui/public-ui.ts';
import { rejectUnknownExports } from '../../schema/base/unknown-exports.ts';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { registry } from '../blocks/registry.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { leaveView, enterView } from './own-view-error.ts';

/** The view of an own block, or a replacement of a built-in view. */
export interface OwnView {
  /** The URL of its program. */
  file: string;
  /** The URL of its `client.ts`. */
  client?: string;
  /** The blocks whose built-in views it imports. */
  wraps: readonly BlockType[];
}

/** Loads a program by its URL. */
export type LoadProgram = (url: string) => Promise<unknown>;

/** A compiled program, which is called with the imported modules and returns its exports. */
type Program<Exported> = { default(modules: object): { default: Exported } };
type View = react.ComponentType<object>;
/** Starts the script of a block. May return a function that stops it. */
type StartScript = (block: HTMLElement) => void | (() => void);

/**
 * Loads the view of a block type. If this fails, the view throws the error when it renders, so that the other blocks
 * still appear.
 */
export async function loadView(
  type: string,
  { file, client, wraps }: OwnView,
  loadProgram: LoadProgram,
  builtInBlocks: typeof registry,
): Promise<View> {
  try {
    // Components, not modules: the default import of a module depends on `type` in the package.json of the importer.
    const wrappedViews = await Promise.all(
      wraps.map(async (type) => [type, await builtInBlocks[type].load()] as const),
    );
    const views = Object.fromEntries(wrappedViews);
    const modules = { react, jsx, ui: rejectUnknownExports('pagewright/ui', ui), views };
    // The compiler has checked that both have a default export.
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

/** Returns a view that records when it is being rendered, so that errors name it. */
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

/** Returns a view whose script starts when the block is hydrated. */
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
