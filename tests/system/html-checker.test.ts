import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasJava, findHtmlDiagnostics } from '../support/html-checker.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

// The checker does not support container query units. Only messages about these units may be ignored.
const validCss = [
  'max-width:48cqi',
  'margin-inline-end:-48cqi;padding:0',
  'margin-inline:-48cqi 0',
  'height:.5cqmin',
  'width:10CQW',
  'font-size:min(9rem, max(1.75rem, 26.1cqi));line-height:0.9',
  'width:clamp(3rem, 10cqi, 9rem);height:clamp(3rem, 10cqb, 9rem)',
  'height:calc(100% - 2 * 5cqh)',
];
const invalidCss = [
  'width:5foo',
  'width:5foo;height:10cqi',
  'height:10cqi;width:5foo',
  'width:10cqx',
  'width:10cqis',
  'height:min(1rem, 5foo);width:10cqw',
  'width:10cqw;height:min(1rem, 5foo)',
  'width:10cqw;colour:red',
  'widht:3rem',
];

test.skipIf(!hasJava)(
  'the HTML checker accepts container query units, but reports invalid CSS (needs Java)',
  async () => {
    const folder = createTestFolder();
    const files = [...validCss, ...invalidCss].map((css, index) => {
      const file = join(folder, `${index}.html`);
      writeFileSync(
        file,
        `<!doctype html><html lang="en"><head><title>One rule</title><style>.a{${css}}</style></head>` +
          '<body><p>It is checked.</p></body></html>',
      );
      return file;
    });
    const diagnostics = await findHtmlDiagnostics(folder, files);
    const reported = [...validCss, ...invalidCss].filter((_, index) =>
      diagnostics.some((diagnostic) => diagnostic.endsWith(` ${index}.html`)),
    );
    expect(reported).toEqual(invalidCss);
  },
);
