import type { TextEdit } from '../base/text-edits.ts';
import type { RuleId } from '../rules/index.ts';

/** A fault while a text is being read: its places are letters counted from the start of the text. */
export interface TextDiagnostic {
  rule: RuleId;
  message: string;
  from: number;
  to: number;
  label?: string;
  note?: string;
  advice?: string;
  related?: { from: number; to: number; label: string }[];
  fix?: { title: string; safety: 'safe' | 'suggested'; edits: TextEdit[] };
}
