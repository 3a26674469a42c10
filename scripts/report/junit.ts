import { errorsIn, type Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { escape } from '../base/escape-html.ts';
import { prettyDiagnostic } from './pretty.ts';
import { type DiagnosticsReport, type FormatOptions, linesByFile } from './report.ts';

/** JUnit's XML, which CI servers show as test results: one test case per file, which fails if the file has an error. */
export function junitReport(
  { diagnostics, files, notChecked, milliseconds }: DiagnosticsReport,
  { time }: Pick<FormatOptions, 'time'>,
): string {
  const lines = linesByFile(files);
  const seconds = (milliseconds / 1000).toFixed(3);
  const byFile = Map.groupBy(diagnostics, ({ file }) => file);
  const names = [...new Set([...files.map(({ file }) => file), ...byFile.keys()])];
  const failed = names.filter((name) => errorsIn(byFile.get(name) ?? []).length > 0);
  const pretty = (some: readonly Diagnostic[]) =>
    some
      .map((diagnostic) =>
        prettyDiagnostic(diagnostic, lines(diagnostic.file), { color: false, columns: 100 }),
      )
      .join('\n\n');
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  const cases = names.map((name) => {
    const head = `<testcase name="${escape(name)}" classname="pages" time="0"`;
    const errors = errorsIn(byFile.get(name) ?? []);
    const [first] = errors;
    if (!first) return `    ${head}/>`;
    const summary = errors.length > 1 ? `${first.message} (and ${errors.length - 1} more)` : first.message;
    return `    ${head}>\n      <failure type="${first.rule}" message="${escape(summary)}">${escape(pretty(errors))}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite id="0" name="pages" package="pages" hostname="localhost" timestamp="${time.toISOString().slice(0, 19)}" tests="${names.length}" failures="${failed.length}" errors="0" time="${seconds}">`,
    '    <properties><property name="checker" value="Pagewright"/></properties>',
    ...cases,
    `    <system-out>${escape(pretty(warnings))}</system-out>`,
    `    <system-err>${escape(notChecked.map((sentence) => `not checked: ${sentence}`).join('\n'))}</system-err>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
