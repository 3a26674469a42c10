import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { exampleAssets, exampleFiles } from '../../schema/checker/example-site.ts';
import { rules } from '../../schema/diagnostics/rules.ts';
import { type FormatName, formats } from '../../scripts/reporters/index.ts';
import { reportForActions, jobSummary } from '../../scripts/reporters/github.ts';
import type { DiagnosticsReport, FormatOptions } from '../../scripts/reporters/report.ts';

/** Whether this machine can run a Java program from its source. */
const hasJavaCompiler = spawnSync('java', ['--list-modules']).stdout?.includes('jdk.compiler') ?? false;

/** The violation of an XML schema, if any. */
function xmlDiagnostic(schema: string, document: string): string | undefined {
  const program = 'tests/support/ValidateXml.java';
  const { status, stderr } = spawnSync('java', ['-XX:TieredStopAtLevel=1', program, schema], {
    input: document,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (/cvc-.*|SAXParseException.*/.exec(stderr)?.[0] ?? stderr);
}

const options: FormatOptions = {
  color: false,
  columns: 100,
  repositoryPath: (file) => `site/${file}`,
  time: new Date('2026-11-21T12:00:00.500Z'),
};

function reportOf(files: Record<string, string>): DiagnosticsReport {
  const sources = exampleFiles(files);
  return { ...check(sources, exampleAssets(files)), files: sources, milliseconds: 81.4 };
}

const write = (name: FormatName, report: DiagnosticsReport) => formats[name](report, options);

const clean = reportOf({});
const everyRule = Object.entries(rules).map(
  ([id, { wrong }]) => [id, reportOf(typeof wrong === 'string' ? { 'index.yaml': wrong } : wrong)] as const,
);
// Text with a meaning in one of the formats: %, colons, commas, tags, links, code, characters that XML excludes.
const nasty = reportOf({
  'index.yaml':
    '- type: "he%ro, a::b <b>&amp;]]> \\u0001 [x](https://evil.example) `"\n  heading: Hello\n' +
    '- type: hero\n  heading: A: B\n',
  'two words/ä.yaml': 'title: [',
  'many.yaml':
    '- type: hero\n  heading: Hello\n  actions:\n' +
    Array.from({ length: 30 }, (_, at) => `    - { label: To page ${at}, to: /nowhere-${at} }\n`).join(''),
});
const broken = {
  ...nasty,
  notChecked: ['the content of `pages/many.yaml`, because 50% of it, <all>, could not be read'],
};

/** A fixed diagnostic, independent of the checker. */
function oneDiagnostic(more: Partial<Diagnostic> = {}): DiagnosticsReport {
  const files = exampleFiles({ 'index.yaml': '- type: hero\n  layout: "<b>"\n  heading: "a & b"\n' });
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
  return { diagnostics: [diagnostic], notChecked: [], files, milliseconds: 81.4 };
}

const everything = [
  ['nothing wrong', clean],
  ['nasty words', nasty],
  ['something not checked', broken],
  ...everyRule,
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

function problemsIn(validate: ValidateFunction, json: string): string[] {
  validate(JSON.parse(json));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('json', () => {
  const validate = ajv.compile(JSON.parse(readFileSync('schema/report.schema.json', 'utf8')) as object);

  test('fits its published schema for every rule', () => {
    for (const [what, report] of everything)
      expect([what, problemsIn(validate, write('json', report))]).toEqual([what, []]);
  });

  test('contains everything known about a problem', () => {
    const report = reportOf({ 'index.yaml': '- type: heroo\n  heading: Hello\n' });
    const range = { start: { line: 4, column: 11 }, end: { line: 4, column: 16 } };
    const diagnostic = {
      rule: 'unknown-block',
      severity: 'error',
      message: 'there is no block called `heroo`',
      file: 'pages/index.yaml',
      page: '/',
      range,
      path: ['blocks', 0, 'type'],
      received: 'heroo',
      fixes: [
        { title: 'change `heroo` to `hero`', safety: 'suggested', edits: [{ range, newText: 'hero' }] },
      ],
    };
    expect(JSON.parse(write('json', report))).toMatchObject({
      version: 1,
      faults: [diagnostic],
      summary: { files: 5, errors: 1, warnings: 0, safeFixes: 0, suggestedFixes: 1, milliseconds: 81 },
    });
  });

  test('keeps the fingerprint of a problem when its line moves, and gives no two the same', () => {
    const names = (blocks: string) =>
      (
        JSON.parse(write('json', reportOf({ 'index.yaml': blocks }))) as { faults: { fingerprint: string }[] }
      ).faults.map(({ fingerprint }) => fingerprint);
    const wrong =
      '- type: hero\n  heading: Hello\n  headin: A\n- type: hero\n  heading: Hello\n  headin: A\n';
    const moved = names(`- type: hero\n  heading: New\n${wrong}`);
    expect(moved).toEqual(names(wrong));
    expect(new Set(moved).size).toBe(2);
  });
});

describe('sarif', () => {
  // The schema is draft-04. Of the keywords that have changed since, it uses only these two.
  const {
    id: _,
    $schema: __,
    ...schema
  } = JSON.parse(readFileSync('tests/fixtures/sarif-2.1.0.schema.json', 'utf8')) as Record<string, object>;
  const validate = ajv.compile(schema);

  test('the schema rejects an invalid report', () => {
    expect(
      problemsIn(validate, write('sarif', nasty).replaceAll('"level": "error"', '"level": "fatal"')),
    ).not.toEqual([]);
    expect(problemsIn(validate, write('sarif', nasty).replaceAll('"startLine"', '"line"'))).not.toEqual([]);
  });

  test('fits its published schema for every rule', () => {
    for (const [what, report] of everything)
      expect([what, problemsIn(validate, write('sarif', report))]).toEqual([what, []]);
  });

  test('has the rules, the place in UTF-16 units, and the fix', () => {
    const report = reportOf({ 'index.yaml': '- { heading: "👩‍👩‍👧", type: heroo }\n' });
    const artifactLocation = { uri: 'site/pages/index.yaml', uriBaseId: '%SRCROOT%' };
    const region = { startLine: 4, startColumn: 34, endLine: 4, endColumn: 39 };
    const driver = { rules: Object.keys(rules).map((id) => ({ id })) };
    const results = [
      {
        ruleId: 'unknown-block',
        ruleIndex: Object.keys(rules).indexOf('unknown-block'),
        level: 'error',
        message: { text: 'there is no block called `heroo`: change `heroo` to `hero`' },
        locations: [{ physicalLocation: { artifactLocation, region } }],
        fixes: [
          {
            artifactChanges: [
              {
                artifactLocation,
                replacements: [{ deletedRegion: region, insertedContent: { text: 'hero' } }],
              },
            ],
          },
        ],
      },
    ];
    expect(JSON.parse(write('sarif', report))).toMatchObject({
      runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
    });
  });

  test('writes a path as an address', () => {
    expect(write('sarif', nasty)).toContain('"uri": "site/pages/two%20words/%C3%A4.yaml"');
  });
});

describe('junit', () => {
  // One start of Java for all documents, each as a part of one that the same schema holds.
  test.skipIf(!hasJavaCompiler)('fits its published schema (skipped without a JDK)', () => {
    const suites = everything.map(
      ([, report]) => /<testsuite .*<\/testsuite>/s.exec(write('junit', report))?.[0] ?? '',
    );
    expect(
      xmlDiagnostic('tests/fixtures/junit.xsd', `<testsuites>${suites.join('')}</testsuites>`),
    ).toBeUndefined();
    expect(
      xmlDiagnostic('tests/fixtures/junit.xsd', write('junit', clean).replace('name="pages"', '')),
    ).toContain("'name' must appear");
  });

  test('has no characters that XML excludes', () => {
    const text = write('junit', oneDiagnostic({ message: 'Ä😀 \u0001\uD800\uFFFE' }));
    expect(text).toContain('message="Ä😀 \uFFFD\uFFFD\uFFFD"');
  });

  test('has a test for each file, with the readable message in failing ones', () => {
    expect(write('junit', { ...oneDiagnostic(), notChecked: ['a < b'] })).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites>',
        '  <testsuite id="0" name="pages" package="pages" hostname="localhost" ' +
          'timestamp="2026-11-21T12:00:00" tests="5" failures="1" errors="0" time="0.081">',
        '    <properties><property name="checker" value="Pagewright"/></properties>',
        ...clean.files
          .slice(0, 3)
          .map(({ file }) => `    <testcase name="${file}" classname="pages" time="0"/>`),
        '    <testcase name="pages/index.yaml" classname="pages" time="0">',
        '      <failure type="wrong-value" message="`layout` cannot be `&lt;b&gt;`">' +
          'error[wrong-value]: `layout` cannot be `&lt;b&gt;`',
        ' --&gt; pages/index.yaml:5:13',
        '  |',
        '4 |   - type: hero',
        '5 |     layout: &quot;&lt;b&gt;&quot;',
        '  |             ^^^^^',
        '  |',
        '  = where: block 1 of 1 (hero) &gt; layout',
        '  = valid: wide, split',
        '  = more:  npm run validate -- --explain wrong-value</failure>',
        '    </testcase>',
        '    <testcase name="pages/404.yaml" classname="pages" time="0"/>',
        '    <system-out></system-out>',
        '    <system-err>not checked: a &lt; b</system-err>',
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
    );
  });
});

describe('github', () => {
  const lines = write('github', broken).trimEnd().split('\n');

  test('marks the place, with characters escaped that GitHub interprets', () => {
    expect(
      write('github', oneDiagnostic({ message: '`layout` cannot be `50%, a::b`', advice: 'choose\none' })),
    ).toBe(
      '::error file=site/pages/index.yaml,line=5,endLine=5,col=13,endColumn=18,title=wrong-value::' +
        '`layout` cannot be `50%25, a::b`%0AFix: choose one\n',
    );
    const spaced = oneDiagnostic({ file: 'pages/a:b,c%.yaml' });
    expect(write('github', spaced)).toContain('file=site/pages/a%3Ab%2Cc%25.yaml,');
  });

  test('shows as many as GitHub does, some of every file, and the number of the others', () => {
    const errors = lines.filter((line) => line.startsWith('::error '));
    const all = broken.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors).toHaveLength(10);
    expect(new Set(errors.map((line) => /file=([^,]*)/.exec(line)?.[1])).size).toBe(
      new Set(all.map(({ file }) => file)).size,
    );
    expect(lines.find((line) => line.startsWith('::notice title=Not all'))).toContain(
      `${all.length - 10} more errors`,
    );
    expect(lines.at(-1)).toBe(
      '::notice title=Not checked::the content of `pages/many.yaml`, because 50%25 of it, <all>, could ' +
        'not be read',
    );
  });

  test('a problem of several lines has no columns, which would apply to one line', () => {
    const long = oneDiagnostic({ range: { start: { line: 2, column: 5 }, end: { line: 4, column: 1 } } });
    expect(write('github', long)).toMatch(/line=2,endLine=4,title=/);
  });

  test('no text of a page is a command in the log', () => {
    const text = reportForActions(
      { ...nasty, files: exampleFiles({ 'index.yaml': '- type: heroo # ##[error]x\n' }) },
      options,
    );
    const [, token] = /^::stop-commands::(\S+)\n/.exec(text) ?? [];
    const end = text.indexOf(`\n::${token}::\n`);
    expect(end).toBeGreaterThan(0);
    expect(
      text
        .slice(end)
        .trimEnd()
        .split('\n')
        .slice(2)
        .every((line) => /^::(error|warning|notice) /.test(line)),
    ).toBe(true);
  });
});

describe('pretty', () => {
  const many = reportOf({
    'a.yaml': '- type: hero\n  heading: A\n  colour: red\n'.repeat(60),
    'b.yaml': `- type: hero\n  layout: wied\n${'- type: hero\n  heading: B\n  colour: red\n'.repeat(38)}`,
  });
  const rulesShown = (text: string) =>
    [...text.matchAll(/^\w+\[(.+)\](?=.*\n *-->)/gm)].map(([, rule]) => rule);
  const all = many.diagnostics.map(({ rule }) => rule);

  test('shows the first three of a rule, and the number of others before the summary', () => {
    const text = formats.pretty(many, options);
    const rest = 'error[unknown-key]: 95 more in 2 files (`npm run validate -- --all`)';
    expect(all.filter((rule) => rule === 'unknown-key')).toHaveLength(98);
    expect(rulesShown(text)).toEqual(
      all.filter((rule, at) => all.slice(0, at).filter((one) => one === rule).length < 3),
    );
    expect(text.split('\n\n').at(-2)).toBe(rest);
    expect(reportForActions(many, options)).toContain(`\n${rest}\n`);
  });

  test('shows all with --all, as machine formats always do', () => {
    expect(rulesShown(formats.pretty(many, { ...options, all: true }))).toEqual(all);
    expect(reportForActions(many, { ...options, all: true }).match(/-->/g)).toHaveLength(all.length);
    expect(formats.line(many, options).match(/\]$/gm)).toHaveLength(all.length);
    expect(write('junit', many).match(/--&gt;/g)).toHaveLength(all.length);
  });
});

describe('the summary of a run', () => {
  test('lists the problems by page, and no text of a page is Markdown', () => {
    expect(
      jobSummary(oneDiagnostic({ message: '`layout` cannot be `<b>[x](https://evil.example)*`' }), options),
    ).toBe(
      [
        '### Pages: 1 error to fix before these pages can go live',
        '',
        '#### site/pages/index\\.yaml',
        '',
        '- **error**, line 5, block 1 of 1 \\(hero\\) \\> layout: <code>layout</code> cannot be <code>' +
          '\\<b\\>\\[x\\]\\(https\\://evil\\.example\\)\\*</code><br>Valid: <code>wide</code>, <code>' +
          'split</code>',
        '',
        '5 files checked.',
        '',
      ].join('\n'),
    );
  });

  test('says what was not checked, and which command fixes how many', () => {
    const text = jobSummary(
      {
        ...reportOf({ 'index.yaml': '- type: heroo\n  heading: Hello\n- type: hero\n  headin: Hello\n' }),
        notChecked: ['a | b'],
      },
      options,
    );
    expect(text).toContain(
      '`npm run fix` fixes 1 of them; `npm run fix -- --suggested` guesses how to fix 1 more.',
    );
    expect(text).toContain('- Not checked: a \\| b\n');
    expect(jobSummary(clean, options)).toBe('### Pages: 5 files checked, no faults\n');
  });

  test('stays below the limit of GitHub, and says what is left out', () => {
    const diagnostics = Array.from(
      { length: 8000 },
      (_, index) =>
        oneDiagnostic({ file: `pages/page-${Math.floor(index / 200)}.yaml`, note: 'x'.repeat(100) })
          .diagnostics,
    ).flat();
    const text = jobSummary({ ...clean, diagnostics }, options);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toMatch(/… and \d+ more, which `npm run validate -- --all` shows\./);
  });
});

test('the line format has one problem a line, whatever an author wrote', () => {
  const lines = write('line', broken).trimEnd().split('\n');
  expect(lines).toHaveLength(broken.diagnostics.length + broken.notChecked.length);
  expect(
    lines.filter(
      (line) => !/^(pages\/.+:\d+:\d+: (error|warning): .+ \[[a-z-]+\]|not checked: .+)$/.test(line),
    ),
  ).toEqual([]);
});
