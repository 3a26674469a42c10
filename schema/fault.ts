/** Where a fault starts: lines and columns count from 1, columns in UTF-16 units. */
export interface Place {
  line: number;
  column: number;
}

/** One thing that is wrong in an author's file, in the author's words. */
export interface Fault extends Place {
  /** Path as the author would type it, e.g. `pages/about/us.yaml`. */
  file: string;
  /** Stable kebab-case name of the rule. */
  rule: string;
  /** One plain sentence, lower case, no full stop. */
  message: string;
}

/** `file:line:column: error: sentence [rule]`, the form that editors and terminals make clickable. */
export function formatFault(fault: Fault): string {
  return `${fault.file}:${fault.line}:${fault.column}: error: ${fault.message} [${fault.rule}]`;
}

/** By file, then by place, so that an author can work from top to bottom. */
export function sortFaults(faults: readonly Fault[]): Fault[] {
  return faults.toSorted(
    (a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column,
  );
}
