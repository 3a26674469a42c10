/** An error in one of the site's own views, or in a component that the view passed settings to. */
export interface OwnViewError extends Error {
  /** The type of its block. */
  ownView: string;
  /** The index of the block in which it was rendered, or -1 for the header and the footer. */
  block: number;
}

/** The types of the own views that are being rendered, the innermost last. React renders one element at a time. */
const open: string[] = [];
export const openView = (type: string): void => void open.push(type);
export const closeView = (): void => void open.pop();

/** Renders a block. An error in an own view becomes an `OwnViewError`. */
export function renderBlock<Result>(block: number, render: () => Result): Result {
  open.length = 0;
  try {
    return render();
  } catch (problem) {
    const ownView = open.at(-1);
    const error = problem instanceof Error ? problem : new Error(String(problem));
    throw ownView === undefined ? problem : Object.assign(error, { ownView, block });
  }
}
