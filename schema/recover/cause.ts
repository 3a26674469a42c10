import type { TextEdit } from '../base/text-edits.ts';
import type { TextDiagnostic } from '../diagnostics/text-diagnostic.ts';

/** What may be wrong with a line, and the edits that would mend it. */
export interface Cause {
  diagnostic: TextDiagnostic;
  edits: TextEdit[];
}
