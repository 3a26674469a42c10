import { reportAnnotations } from './github.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { lineReport } from './line.ts';
import { prettyReport } from './pretty.ts';
import type { DiagnosticsReport, FormatOptions } from './report.ts';
import { sarifReport } from './sarif.ts';

export type FormatName = 'pretty' | 'line' | 'json' | 'github' | 'sarif' | 'junit';

/** The function of each report format. */
export const reporters: Readonly<
  Record<FormatName, (report: DiagnosticsReport, options: FormatOptions) => string>
> = {
  pretty: prettyReport,
  line: lineReport,
  json: jsonReport,
  github: reportAnnotations,
  sarif: sarifReport,
  junit: junitReport,
};

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(reporters, name);
}
