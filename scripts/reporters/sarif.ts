import { pathToFileURL } from 'node:url';
import type { Range } from '../../schema/diagnostics/positions.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { type RuleId, rules, getSeverity } from '../../schema/diagnostics/rules.ts';
import {
  computeFingerprints,
  formatExplainCommand,
  type DiagnosticsReport,
  type FormatOptions,
} from './report.ts';

/** Formats a report as SARIF 2.1.0, for code scanning on GitHub and other platforms. */
export function formatSarifReport(
  { diagnostics, files, notChecked }: DiagnosticsReport,
  { repositoryPath, time }: Pick<FormatOptions, 'repositoryPath' | 'time'>,
): string {
  const ruleIds = Object.keys(rules) as RuleId[]; // `rules` is keyed by rule id
  const fingerprints = computeFingerprints(diagnostics, files);
  const results = diagnostics.map((diagnostic) => {
    const { rule, severity, file, range, where, related = [], fix } = diagnostic;
    const artifactLocation = { uri: toUri(repositoryPath(file)), uriBaseId: '%SRCROOT%' };
    const toPhysicalLocation = (range: Range) => ({ artifactLocation, region: toRegion(range) });
    const relatedLocations = related.map((relatedRange, id) => ({
      id,
      physicalLocation: toPhysicalLocation(relatedRange.range),
      message: { text: relatedRange.label },
    }));
    const replacements = fix?.edits.map((edit) => ({
      deletedRegion: toRegion(edit.range),
      insertedContent: { text: edit.newText },
    }));
    return {
      ruleId: rule,
      ruleIndex: ruleIds.indexOf(rule),
      level: severity,
      message: { text: formatSarifMessage(diagnostic) },
      locations: [
        {
          physicalLocation: toPhysicalLocation(range),
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
        tool: { driver: { name: 'Pagewright', rules: ruleIds.map(toSarifRule) } },
        columnKind: 'utf16CodeUnits',
        invocations: [invocation],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function toSarifRule(id: RuleId) {
  const { what, why } = rules[id];
  const help = `${why} See \`${formatExplainCommand(id)}\`.`;
  return {
    id,
    shortDescription: { text: what },
    fullDescription: { text: `${what} ${why}` },
    help: { text: help, markdown: help },
    defaultConfiguration: { level: getSeverity(id) },
  };
}

function formatSarifMessage({ message, label, fix, advice }: Diagnostic): string {
  const fixText = fix?.title ?? advice ?? label;
  return fixText === undefined ? message : `${message}: ${fixText}`;
}

const toRegion = ({ start, end }: Range) => ({
  startLine: start.line,
  startColumn: start.column,
  endLine: end.line,
  endColumn: end.column,
});

/** Encodes a path as a relative URL. */
function toUri(path: string): string {
  return pathToFileURL(`/${path}`).pathname.slice(1);
}
