import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPictureData, readPictures } from '../../scripts/assets/pictures.ts';
import { readAssets } from '../../scripts/site/read-public.ts';
import { fixtureFolder, fixturePages } from '../support/fixture-site.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { createOutline } from '../support/outline.ts';
import { checkTestSite, renderSite } from '../support/render-site.ts';

// Each case names a file in a build of the fixture site. The output is
// the file content or, for an HTML document, its elements and attributes.

const names = globSync('**/*.yaml', { cwd: fixturePages }).map((name) => name.replaceAll('\\', '/'));
const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(fixturePages, name), 'utf8')]));
const options = { at: '2026-11-06T12:00Z', assets: readAssets(fixturePages) };
const { website } = checkTestSite(texts, options);
if (!website) throw new Error('The fixture site has errors in its settings.');
const pictures = toPictureData(readPictures(website, join(fixtureFolder, 'public')));
const site = await renderSite(texts, { ...options, pictures });

testGoldenTexts('fixture-files', (_, name) => {
  const text = site.text(name);
  if (name.endsWith('.html')) return createOutline(text, 'head > *, body > *');
  if (name.endsWith('.json')) return JSON.stringify(JSON.parse(text), undefined, 1);
  return text.replaceAll('\r\n', '\n').replaceAll(/(?<=>)(?=<[^/])/g, '\n');
});
