import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { parseHead } from '../support/document-head.ts';
import { hasJava, findHtmlDiagnostics } from '../support/html-checker.ts';
import { renderSite } from '../support/render-site.ts';
import { createTestFolder, createWriter } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

// Each text contains characters that have a special meaning in a file format that a build writes.
const texts = {
  html: `</script><!-- --> ]]> <b a='x'>&amp;&#0;</style></title> -- --!> <![CDATA[ <?x ?> \${x} \`y\``,
  lines: 'First\nsecond: third\n## Fourth\n/* https://elsewhere.example 301\nEND:VEVENT\n\tX-Fifth: 6',
  joined: '👩‍🚀 🏴󠁧󠁢󠁷󠁬󠁳󠁿 Salz\u00ADquay\u200B \u2060\uFEFF10\u00A0knots \uFFF9a\uFFFAb\uFFFB',
  turned: '\u200Fשלום \u2067أهلا\u2069 \u2066open \u061C',
  signs: '\\ ; , : " \' / % $& {} [] () * _ ~ ^ | = + @ ! ? #',
  entities: '&lt;script&gt; &#60;b&#62; &amp;lt; &quot; &NewLine; &nbsp; &shy; &#x1F6A2; &#9;',
} as const;
const joinLines = (name: keyof typeof texts) => texts[name].replaceAll(/\s*\n\s*/g, ' ');
const names = Object.keys(texts) as (keyof typeof texts)[];
const toYaml = (text: string) => JSON.stringify(text); // every JSON string is a quoted YAML string
// Write the markup as inline code, in which Markdown and HTML have no meaning.
const toMarkdown = (name: keyof typeof texts) =>
  toYaml(
    name === 'html' || name === 'signs'
      ? `A \`\`\` ${texts[name].replaceAll('`', '')} \`\`\` z`
      : texts[name],
  );

function createPage(name: keyof typeof texts): string {
  const text = toYaml(texts[name]);
  const long = toMarkdown(name);
  return `title: ${toYaml(`${name} ${texts[name]}`)}
description: ${toYaml(`What ${name} comes to in a page that is there for a test: ${texts[name]}`)}
kind: article
published: 2026-05-05
author: ${text}
tags: [${text}]
blocks:
  - { type: hero, heading: ${text}, eyebrow: ${text}, lead: ${long.replaceAll('\\n', ' ')} }
  - { type: text, heading: ${text}, body: ${long} }
  - type: faq
    heading: Questions
    items: [{ question: ${text}, answer: ${long} }]
  - type: event
    heading: ${text}
    when: { label: ${text}, begins: 2026-10-02 }
    where: { label: ${toYaml(`Where ${texts[name]}`)}, text: ${text}, address: ${text} }
    calendar: ${text}
  - type: form
    id: ask
    heading: Ask
    fields:
      - { name: name, label: ${text}, placeholder: ${text}, required: true }
      - { name: email, label: ${text}, kind: email, required: true }
      - { name: message, label: ${text}, kind: long-text, required: true }
    submit: { label: ${text}, sending: ${text}, function: send-contact-email }
    optional: ${text}
    success: ${text}
    failure: ${text}
`;
}

const home = `title: All of them
description: A page that is there for a test, and leads to all others, each with texts of its own.
blocks:
  - { type: hero, heading: Hello }
  - type: posts
    heading: All
    filter: Show
    all: All
    read: Read
    tags: [${names.map((name) => `{ tag: ${toYaml(texts[name])} }`).join(', ')}]
    items: [${names.map((name) => `{ to: /${name} }`).join(', ')}]
`;

const settings = siteYaml
  .replace(
    'company: Example',
    `company: ${toYaml(texts.html)}\naddress: [${toYaml(texts.signs)}, ${toYaml(texts.lines)}]`,
  )
  .replace('{ label: More }', `{ label: More, lead: ${toYaml(texts.lines)}, note: ${toYaml(texts.turned)} }`);
const site = await renderSite({
  '_site.yaml': settings,
  'index.yaml': home,
  ...Object.fromEntries(names.map((name) => [`${name}.yaml`, createPage(name)])),
});

test.skipIf(!hasJava)('HTML documents with hostile text are valid', async () => {
  const folder = createTestFolder();
  const write = createWriter(folder);
  const documents = [...site.files].filter(([file]) => file.endsWith('.html'));
  expect(documents.length).toBeGreaterThan(names.length);
  const files = documents.map(([file, html]) => write(file, html));
  expect(await findHtmlDiagnostics(folder, files)).toEqual([]);
});

/** Returns the text of each element with the given name, as a strict XML parser reads it. */
function readElements(xml: string, element: string): string[] {
  const findings: string[] = [];
  let openText: string | undefined;
  const parser = new SaxesParser();
  parser.on('error', (error) => expect.unreachable(error.message));
  parser.on('opentag', ({ name }) => (openText = name === element ? '' : undefined));
  parser.on('text', (text) => (openText = openText === undefined ? undefined : openText + text));
  parser.on('closetag', ({ name }) => {
    if (name === element && openText !== undefined) findings.push(openText);
    openText = undefined;
  });
  parser.write(xml).close();
  return findings;
}

test('with hostile text, the feed and the sitemap are well-formed, and the feed has the original titles', () => {
  const titles = readElements(site.text('feed.xml'), 'title');
  expect(titles.slice(1).toSorted()).toEqual(names.map((name) => `${name} ${joinLines(name)}`).toSorted());
  expect(readElements(site.text('sitemap.xml'), 'loc').length).toBe(names.length + 1);
});

test('with hostile text, JSON files are valid and contain the original text', () => {
  for (const file of [...site.files.keys()].filter((path) => /\.(json|webmanifest)$/.test(path)))
    expect(() => JSON.parse(site.text(file)), file).not.toThrow();
  for (const name of names) {
    expect(JSON.parse(site.text(`${name}/ask-form.json`))).toMatchObject({
      site: texts.html,
      fields: [{ label: joinLines(name) }, {}, {}],
    });
    const [graph] = parseHead(site.page(`/${name}`)).data;
    expect(graph?.['@graph']).toContainEqual(
      expect.objectContaining({ '@type': 'Event', name: `${name} ${joinLines(name)}` }),
    );
  }
});

test('hostile text adds no lines to a calendar file', () => {
  for (const name of names) {
    const lines = site.text(`${name}.ics`).replaceAll('\r\n ', '').split('\r\n');
    expect(
      lines.map((line) => /^[A-Z]+/.exec(line)?.[0]),
      name,
    ).toEqual(
      'BEGIN VERSION PRODID BEGIN UID DTSTAMP DTSTART DTEND SUMMARY DESCRIPTION LOCATION URL END END'
        .split(' ')
        .concat(undefined as never),
    );
    expect(lines.join('')).not.toMatch(/[\r\n]/);
  }
});

test('hostile text adds no lines to llms.txt and host configuration files', () => {
  const lines = site.text('llms.txt').split('\n');
  expect(lines.filter((line) => line !== '' && !/^([#>] |- |## )/.test(line)).length).toBe(1); // the line in the footer
  expect(lines.filter((line) => line.startsWith('- [')).length).toBe(names.length + 1);
  expect(lines.filter((line) => line.startsWith('#')).length).toBe(2);
  for (const file of ['_headers', '_redirects', 'nginx.conf', 'vercel.json'])
    expect(site.text(file), file).not.toMatch(/elsewhere\.example|Fourth/);
});
