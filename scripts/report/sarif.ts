import { pathToFileURL } from 'node:url';
import type { Range } from '../../schema/base/lines.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { type RuleId, rules } from '../../schema/rules/index.ts';
import { fingerprintsOf } from './fingerprint.ts';
import { explainCommand, type DiagnosticsReport, type FormatOptions } from './report.ts';

/** SARIF 2.1.0, which GitHub and other places take in as code scanning results. */
export function sarifReport(
  report: DiagnosticsReport,
  { repositoryPath, time }: Pick<FormatOptions, 'repositoryPath' | 'time'>,
): string {
  const ids = Object.keys(rules) as RuleId[]; // the list's keys are the rules
  const fingerprints = fingerprintsOf(report.diagnostics, report.files);
  const artifact = (file: string) => ({ uri: uriOf(repositoryPath(file)), uriBaseId: '%SRCROOT%' });
  const place = (file: string, range: Range) => ({
    physicalLocation: { artifactLocation: artifact(file), region: region(range) },
  });
  const result = (diagnostic: Diagnostic) => ({
    ruleId: diagnostic.rule,
    ruleIndex: ids.indexOf(diagnostic.rule),
    level: diagnostic.severity,
    message: { text: messageOf(diagnostic) },
    locations: [
      {
        ...place(diagnostic.file, diagnostic.range),
        ...(diagnostic.where === undefined
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: diagnostic.where }] }),
      },
    ],
    ...(diagnostic.related && diagnostic.related.length > 0
      ? {
          relatedLocations: diagnostic.related.map(({ range, label }, id) => ({
            id,
            ...place(diagnostic.file, range),
            message: { text: label },
          })),
        }
      : {}),
    partialFingerprints: { 'fault/v1': fingerprints.get(diagnostic) },
    ...(diagnostic.fix
      ? {
          fixes: [diagnostic.fix].map(({ title, safety, edits }) => ({
            description: { text: `${title} (${safety})` },
            artifactChanges: [
              {
                artifactLocation: artifact(diagnostic.file),
                replacements: edits.map(({ range, newText }) => ({
                  deletedRegion: region(range),
                  insertedContent: { text: newText },
                })),
              },
            ],
          })),
        }
      : {}),
  });
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Pagewright', rules: ids.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: true,
            endTimeUtc: time.toISOString(),
            toolExecutionNotifications: report.notChecked.map((sentence) => ({
              level: 'note',
              message: { text: `not checked: ${sentence}` },
            })),
          },
        ],
        results: report.diagnostics.map(result),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: RuleId) {
  const { severity, what, why } = rules[id];
  return {
    id,
    shortDescription: { text: what },
    fullDescription: { text: `${what} ${why}` },
    help: {
      text: `${why} See \`${explainCommand(id)}\`.`,
      markdown: `${why} See \`${explainCommand(id)}\`.`,
    },
    defaultConfiguration: { level: severity },
  };
}

function messageOf({ message, label, fix, advice }: Diagnostic): string {
  const mend = fix?.title ?? advice ?? label;
  return mend === undefined ? message : `${message}: ${mend}`;
}

const region = ({ start, end }: Range) => ({
  startLine: start.line,
  startColumn: start.column,
  endLine: end.line,
  endColumn: end.column,
});

/** A path as a relative address: blanks and other signs are written as `%20` and the like. */
function uriOf(path: string): string {
  return pathToFileURL(`/${path}`).pathname.slice(1);
}
