import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect, test } from 'vitest';
import { check } from '../../schema/check/check.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { createExampleAssets, createExampleFiles } from '../../schema/check/example-site.ts';
import { rules } from '../../schema/diagnostics/rules.ts';
import type { Example } from '../../schema/diagnostics/rules/rule.ts';
import { type FormatName, reporters } from '../../scripts/reporters/index.ts';
import { formatActionsLog, formatJobSummary } from '../../scripts/reporters/github.ts';
import type { DiagnosticsReport, FormatOptions } from '../../scripts/reporters/report.ts';
import { parseFiles, testGoldenTexts } from '../support/golden.ts';

const options: FormatOptions = {
  color: false,
  columns: 100,
  repositoryPath: (file) => `site/${file}`,
  time: new Date('2026-11-21T12:00:00.500Z'),
};

function checkExample(example: Example): DiagnosticsReport {
  const files = createExampleFiles(example);
  return { ...check(files, createExampleAssets(example)), files, milliseconds: 81.4 };
}

const formatReport = (name: FormatName, report: DiagnosticsReport) => reporters[name](report, options);

const writers = {
  ...reporters,
  actions: formatActionsLog,
  summary: formatJobSummary,
  /** Removes the list of rules, which is the same in every report. */
  sarif: (report: DiagnosticsReport, options: FormatOptions) => {
    const log = JSON.parse(reporters.sarif(report, options)) as SarifLog;
    const [{ tool, results }] = log.runs;
    const ids = tool.driver.rules.map(({ id }) => id);
    expect(ids).toEqual(Object.keys(rules));
    expect(results.map(({ ruleIndex }) => ids[ruleIndex])).toEqual(results.map(({ ruleId }) => ruleId));
    return JSON.stringify(
      log,
      (key, value: unknown) => (/^rule(?:s|Index)$/.test(key) ? undefined : value),
      2,
    );
  },
};

interface SarifLog {
  runs: [
    {
      tool: { driver: { rules: { id: string }[] } };
      results: { ruleId: string; ruleIndex: number }[];
    },
  ];
}

// The first line of a case is the format, such as `summary` (of a GitHub run) or `actions` (the output on GitHub). A
// line for each part that was not checked may follow, then the blocks of a home page or whole files (`@ path`). The
// output is the report.
testGoldenTexts('reports', (input) => {
  const [format = '', ...lines] = input.split('\n');
  const [name = '', ...words] = format.split(' ');
  const isNotCheckedLine = (line: string) => line.startsWith('not checked: ');
  const example = lines.filter((line) => !isNotCheckedLine(line)).join('\n');
  const report = checkExample(example.startsWith('@ ') ? parseFiles(example) : example);
  const notChecked = lines.filter(isNotCheckedLine).map((line) => line.slice('not checked: '.length));
  const text = writers[name as keyof typeof writers]( // the case starts with a key of `writers`
    { ...report, notChecked: [...report.notChecked, ...notChecked] },
    { ...options, all: words.includes('--all') },
  );
  // Change a `###` at the start, which would begin a new case.
  return stripVTControlCharacters(text)
    .replace(/^### /, '# # # ')
    .replaceAll(/(?<=::(?:stop-commands::)?)[0-9a-f-]{36}\b/g, '<token>');
});

/** Returns a report with one diagnostic, without running the checker. */
function createReport(more: Partial<Diagnostic> = {}): DiagnosticsReport {
  const diagnostic: Diagnostic = {
    rule: 'wrong-value',
    severity: 'error',
    message: '`layout` cannot be `<b>`',
    file: 'pages/index.yaml',
    range: { start: { line: 5, column: 13 }, end: { line: 5, column: 18 } },
    path: ['blocks', 0, 'layout'],
    where: 'block 1 of 1 (hero) > layout',
    valid: ['wide', 'split'],
    ...more,
  };
  const files = createExampleFiles('- type: hero\n  layout: "<b>"\n  heading: "a & b"\n');
  return { diagnostics: [diagnostic], notChecked: [], files, milliseconds: 81.4 };
}

test('multi-line advice is printed on one line for GitHub', () => {
  expect(formatReport('github', createReport({ advice: 'choose\none' }))).toMatch(
    /`<b>`%0AFix: choose one\n$/,
  );
});

test('on GitHub, a multi-line diagnostic has no columns, because they would apply to one line', () => {
  const multilineReport = createReport({
    range: { start: { line: 2, column: 5 }, end: { line: 4, column: 1 } },
  });
  expect(formatReport('github', multilineReport)).toMatch(/line=2,endLine=4,title=/);
});

test('JUnit output has no characters that XML forbids', () => {
  const text = formatReport('junit', createReport({ message: 'Ä😀 \u0001\uD800\uFFFE' }));
  expect(text).toContain('message="Ä😀 \uFFFD\uFFFD\uFFFD"');
});

test('JSON output keeps the fingerprint of a diagnostic when its line moves, and fingerprints are unique', () => {
  const fingerprints = (blocks: string) =>
    [...formatReport('json', checkExample(blocks)).matchAll(/"fingerprint": "(\w+)"/g)].map(
      ([, fingerprint]) => fingerprint,
    );
  const wrong = '- type: hero\n  heading: Hello\n  headin: A\n'.repeat(2);
  const movedFingerprints = fingerprints(`- type: hero\n  heading: New\n${wrong}`);
  expect(movedFingerprints).toEqual(fingerprints(wrong));
  expect(new Set(movedFingerprints).size).toBe(2);
});

test("a summary stays below GitHub's limit and states what it omits", () => {
  const diagnostics = Array.from({ length: 8000 }, (_, index) => {
    const file = `pages/page-${Math.floor(index / 200)}.yaml`;
    return createReport({ file, note: 'x'.repeat(100) }).diagnostics;
  }).flat();
  const text = formatJobSummary({ ...checkExample({}), diagnostics }, options);
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  expect(text).toMatch(/… and \d+ more\. Run `npm run validate -- --all` to see them all\./);
});

// The following tests validate reports with a diagnostic for every rule against the published schemas.
const hostileReport = checkExample({
  'index.yaml': '- type: "he%ro <b>&amp;]]> \\u0001 [x](https://evil.example) `"\n- heading: A: B\n',
  'two words/ä.yaml': 'title: [',
});
const reports = [
  ['no problems', checkExample({})],
  ['hostile texts', hostileReport],
  ['a part that was not checked', { ...hostileReport, notChecked: ['50% of it, <all>, could not be read'] }],
  ...Object.entries(rules).map(([id, { wrong }]) => [id, checkExample(wrong)] as const),
] as const;

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  unicodeRegExp: false,
  formats: {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) =>
      URL.canParse(text, 'https://www.example.org/') && !/[^\x21-\x7E]/.test(text),
    'date-time': (text: string) => new Date(text).toISOString() === text,
  },
});

function compileSchema(file: string): ValidateFunction {
  // The SARIF schema is written for draft-04. Without `id` and `$schema`, it also works with later drafts.
  const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>;
  return ajv.compile(schema);
}

function findViolations(validate: ValidateFunction, json: string): string[] {
  validate(JSON.parse(json));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test.each([
  ['json', 'schema/report.schema.json', '"line"'],
  ['sarif', 'tests/fixtures/sarif-2.1.0.schema.json', '"startLine"'],
] as const)('%s matches its published schema for every rule', (format, file, required) => {
  const validate = compileSchema(file);
  for (const [name, report] of reports)
    expect([name, findViolations(validate, formatReport(format, report))]).toEqual([name, []]);
  const wrong = formatReport(format, hostileReport);
  expect(findViolations(validate, wrong.replaceAll(required, '"row"'))).not.toEqual([]);
  expect(findViolations(validate, wrong.replaceAll('": "error"', '": "fatal"'))).not.toEqual([]);
});

/** Whether a JDK is installed, which can run a program from its source file. */
const hasJavaCompiler = spawnSync('java', ['--list-modules']).stdout?.includes('jdk.compiler') ?? false;

/** Returns the first violation of the JUnit XML schema, or `undefined` if the document is valid. */
function findJunitViolation(document: string): string | undefined {
  const { status, stderr } = spawnSync(
    'java',
    ['-XX:TieredStopAtLevel=1', 'tests/support/ValidateXml.java', 'tests/fixtures/junit.xsd'],
    { input: document, encoding: 'utf8' },
  );
  return status === 0 ? undefined : (/cvc-.*|SAXParseException.*/.exec(stderr)?.[0] ?? stderr);
}

// Java is slow to start, so all reports are validated as parts of one document.
test.skipIf(!hasJavaCompiler)(
  'JUnit output matches its published schema for every rule (needs a JDK)',
  () => {
    const suites = reports.map(
      ([, report]) => /<testsuite .*<\/testsuite>/s.exec(formatReport('junit', report))?.[0] ?? '',
    );
    expect(findJunitViolation(`<testsuites>${suites.join('')}</testsuites>`)).toBeUndefined();
    const namelessReport = formatReport('junit', checkExample({})).replace('name="pages"', '');
    expect(findJunitViolation(namelessReport)).toContain("'name' must appear");
  },
);
