/** The undo step that an edit belongs to. All edits from one session form one step. */
export interface EditStep {
  window: string;
  session: string;
  label: string;
}

/** The labels of the next steps that a window can undo and redo. */
export interface Steps {
  undo?: string;
  redo?: string;
}
