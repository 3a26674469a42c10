import { formatAnnotations } from './github.ts';
import { formatJsonReport } from './json.ts';
import { formatJunitReport } from './junit.ts';
import { formatLineReport } from './line.ts';
import { formatPrettyReport } from './pretty.ts';
import type { DiagnosticsReport, FormatOptions } from './report.ts';
import { formatSarifReport } from './sarif.ts';

export type FormatName = 'pretty' | 'line' | 'json' | 'github' | 'sarif' | 'junit';

/** The formatting functions by report format. */
export const reporters: Readonly<
  Record<FormatName, (report: DiagnosticsReport, options: FormatOptions) => string>
> = {
  pretty: formatPrettyReport,
  line: formatLineReport,
  json: formatJsonReport,
  github: formatAnnotations,
  sarif: formatSarifReport,
  junit: formatJunitReport,
};

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(reporters, name);
}
