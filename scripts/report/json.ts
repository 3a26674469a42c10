import { addressOf } from '../../schema/base/source-file.ts';
import { fingerprintsOf } from './fingerprint.ts';
import { countsOf, type DiagnosticsReport } from './report.ts';

/** The version of the form below. It rises when something in it changes or goes, not when something is added. */
const version = 1;

/** For programs: every fault in the form of `schema/report.schema.json`. Lines and columns count from 1, columns in UTF-16 units. */
export function jsonReport(report: DiagnosticsReport): string {
  const fingerprints = fingerprintsOf(report.diagnostics, report.files);
  const pages = new Map(
    report.files.flatMap(({ path, file }) =>
      /(^|\/)_/.test(path) ? [] : [[file, addressOf(path)] as const],
    ),
  );
  const diagnostics = report.diagnostics.map((diagnostic) => {
    const {
      rule,
      severity,
      message,
      file,
      range,
      path,
      where,
      label,
      received,
      valid,
      validCount,
      note,
      advice,
      related = [],
      fix,
    } = diagnostic;
    return {
      rule,
      severity,
      message,
      file,
      page: pages.get(file),
      range,
      path,
      where,
      label,
      received,
      valid,
      validCount,
      note,
      advice,
      related,
      fixes: fix ? [fix] : [],
      fingerprint: fingerprints.get(diagnostic),
    };
  });
  const summary = { ...countsOf(report), milliseconds: Math.round(report.milliseconds) };
  return `${JSON.stringify({ version, faults: diagnostics, notChecked: report.notChecked, summary }, null, 2)}\n`;
}
