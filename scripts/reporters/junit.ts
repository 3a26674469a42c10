import { filterErrors, type Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { escapeMarkup } from '../system/format.ts';
import { formatPrettyDiagnostic } from './pretty.ts';
import { type DiagnosticsReport, type FormatOptions, createLineReader } from './report.ts';

/**
 * Formats a report as JUnit XML for CI servers: one test case per file. The test case fails if the file has an error.
 */
export function formatJunitReport(
  { diagnostics, files, notChecked, milliseconds }: DiagnosticsReport,
  { time }: Pick<FormatOptions, 'time'>,
): string {
  const lines = createLineReader(files);
  const byFile = Map.groupBy(diagnostics, ({ file }) => file);
  const names = [...new Set([...files.map(({ file }) => file), ...byFile.keys()])];
  const failedFiles = names.filter((name) => filterErrors(byFile.get(name) ?? []).length > 0);
  const options = { color: false, columns: 100 };
  const formatDiagnostics = (diagnosticList: readonly Diagnostic[]) =>
    escapeMarkup(
      diagnosticList
        .map((diagnostic) => formatPrettyDiagnostic(diagnostic, lines(diagnostic.file), options))
        .join('\n\n'),
    );
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  const notCheckedLines = notChecked.map((sentence) => `not checked: ${sentence}`);
  const cases = names.map((name) => {
    const openingTag = `<testcase name="${escapeMarkup(name)}" classname="pages" time="0"`;
    const errors = filterErrors(byFile.get(name) ?? []);
    const [first] = errors;
    if (!first) return `    ${openingTag}/>`;
    const summary = errors.length > 1 ? `${first.message} (and ${errors.length - 1} more)` : first.message;
    const failure = `<failure type="${first.rule}" message="${escapeMarkup(summary)}">${formatDiagnostics(errors)}</failure>`;
    return `    ${openingTag}>\n      ${failure}\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    '  <testsuite id="0" name="pages" package="pages" hostname="localhost" ' +
      `timestamp="${time.toISOString().slice(0, 19)}" tests="${names.length}" failures="${failedFiles.length}" ` +
      `errors="0" time="${(milliseconds / 1000).toFixed(3)}">`,
    '    <properties><property name="checker" value="Pagewright"/></properties>',
    ...cases,
    `    <system-out>${formatDiagnostics(warnings)}</system-out>`,
    `    <system-err>${escapeMarkup(notCheckedLines.join('\n'))}</system-err>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
