/** An error in one of the site's own views, or in a component to which the view passed settings. */
export interface OwnViewError extends Error {
  /** The block type of the view. */
  ownView: string;
  /** The index of the block that failed, or -1 for the header and the footer. */
  block: number;
}

/**
 * The block types of the site's own views that are being rendered, innermost last. A shared list is safe, because React
 * renders one element at a time.
 */
const openTypes: string[] = [];
export const enterView = (type: string): void => void openTypes.push(type);
export const leaveView = (): void => void openTypes.pop();

/** Renders a block, and returns the result. Turns an error in one of the site's own views into an `OwnViewError`. */
export function renderBlock<Result>(block: number, render: () => Result): Result {
  openTypes.length = 0;
  try {
    return render();
  } catch (thrown) {
    const ownView = openTypes.at(-1);
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    throw ownView === undefined ? thrown : Object.assign(error, { ownView, block });
  }
}
