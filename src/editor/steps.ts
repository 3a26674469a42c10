/** The step to which an edit belongs. Edits of one session form one step. */
export interface EditStep {
  window: string;
  session: string;
  label: string;
}

/** The labels of the steps that a window can undo and redo. */
export interface Steps {
  undo?: string;
  redo?: string;
}
