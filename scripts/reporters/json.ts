import { toRoute } from '../../schema/base/routes.ts';
import { computeFingerprints, countDiagnostics, type DiagnosticsReport } from './report.ts';

/** The version of the JSON format. It increases when a property is changed or removed. */
const version = 1;

const diagnosticKeys = (
  'rule severity message file page range path where label received valid validCount note advice ' +
  'related fixes fingerprint'
).split(' ');

/** Returns the report as JSON (`schema/report.schema.json`). Columns are UTF-16 code units, from 1. */
export function formatJsonReport(report: DiagnosticsReport): string {
  const { diagnostics, files, notChecked, milliseconds, nextChange } = report;
  const fingerprints = computeFingerprints(diagnostics, files);
  const pages = new Map(
    files.flatMap(({ path, file }) => (/(^|\/)_/.test(path) ? [] : [[file, toRoute(path)] as const])),
  );
  const faults = diagnostics.map((diagnostic) => {
    const { file, related = [], fix } = diagnostic;
    const fingerprint = fingerprints.get(diagnostic);
    const properties: Readonly<Record<string, unknown>> = {
      ...diagnostic,
      page: pages.get(file),
      related,
      fixes: fix ? [fix] : [],
      fingerprint,
    };
    return Object.fromEntries(diagnosticKeys.map((key) => [key, properties[key]]));
  });
  const summary = { ...countDiagnostics(report), milliseconds: Math.round(milliseconds) };
  return `${JSON.stringify({ version, faults, notChecked, summary, nextChange }, null, 2)}\n`;
}
