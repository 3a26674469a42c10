import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { Fields } from './read-body.ts';

/** What became of a message. */
export interface Outcome {
  status: number;
  /** One plain sentence for the visitor; missing when the message is stored. */
  reason?: string;
  /** What is wrong with which answer. */
  fields?: FieldProblems;
  form?: string;
  /** That of the page, or else what the browser asks for. */
  language?: string;
  /** What was typed, to show it again. */
  answers?: Fields;
  /** The names of the fields in which files came; a page cannot show them again. */
  filesOf?: readonly string[];
  /** What the form asks. */
  asked?: FormDefinition['fields'];
}
