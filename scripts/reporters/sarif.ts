import { pathToFileURL } from 'node:url';
import type { Range } from '../../schema/diagnostics/positions.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { type RuleId, rules, severityOf } from '../../schema/diagnostics/rules.ts';
import { fingerprintsOf, explainCommand, type DiagnosticsReport, type FormatOptions } from './report.ts';

/** Returns SARIF 2.1.0, for code scanning on GitHub and elsewhere. */
export function sarifReport(
  { diagnostics, files, notChecked }: DiagnosticsReport,
  { repositoryPath, time }: Pick<FormatOptions, 'repositoryPath' | 'time'>,
): string {
  const ids = Object.keys(rules) as RuleId[]; // `rules` is keyed by rule id
  const fingerprints = fingerprintsOf(diagnostics, files);
  const results = diagnostics.map((diagnostic) => {
    const { rule, severity, file, range, where, related = [], fix } = diagnostic;
    const artifactLocation = { uri: uriOf(repositoryPath(file)), uriBaseId: '%SRCROOT%' };
    const physicalLocation = (at: Range) => ({ artifactLocation, region: region(at) });
    const relatedLocations = related.map((one, id) => ({
      id,
      physicalLocation: physicalLocation(one.range),
      message: { text: one.label },
    }));
    const replacements = fix?.edits.map((edit) => ({
      deletedRegion: region(edit.range),
      insertedContent: { text: edit.newText },
    }));
    return {
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level: severity,
      message: { text: messageOf(diagnostic) },
      locations: [
        {
          physicalLocation: physicalLocation(range),
          logicalLocations: where === undefined ? undefined : [{ fullyQualifiedName: where }],
        },
      ],
      relatedLocations: related.length > 0 ? relatedLocations : undefined,
      partialFingerprints: { 'fault/v1': fingerprints.get(diagnostic) },
      fixes: fix && [
        {
          description: { text: `${fix.title} (${fix.safety})` },
          artifactChanges: [{ artifactLocation, replacements }],
        },
      ],
    };
  });
  const invocation = {
    executionSuccessful: true,
    endTimeUtc: time.toISOString(),
    toolExecutionNotifications: notChecked.map((sentence) => ({
      level: 'note',
      message: { text: `not checked: ${sentence}` },
    })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Pagewright', rules: ids.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        invocations: [invocation],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: RuleId) {
  const { what, why } = rules[id];
  const help = `${why} See \`${explainCommand(id)}\`.`;
  return {
    id,
    shortDescription: { text: what },
    fullDescription: { text: `${what} ${why}` },
    help: { text: help, markdown: help },
    defaultConfiguration: { level: severityOf(id) },
  };
}

function messageOf({ message, label, fix, advice }: Diagnostic): string {
  const how = fix?.title ?? advice ?? label;
  return how === undefined ? message : `${message}: ${how}`;
}

const region = ({ start, end }: Range) => ({
  startLine: start.line,
  startColumn: start.column,
  endLine: end.line,
  endColumn: end.column,
});

/** Encodes a path as a relative URL. */
function uriOf(path: string): string {
  return pathToFileURL(`/${path}`).pathname.slice(1);
}
