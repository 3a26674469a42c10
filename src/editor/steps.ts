/** The step of an author to which an edit belongs. Edits of one session are one step. */
export interface EditStep {
  /** The name of the window. */
  window: string;
  session: string;
  label: string;
}

/** The labels of the steps that a window can undo and redo. */
export interface Steps {
  undo?: string;
  redo?: string;
}
