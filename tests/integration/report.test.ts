import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { report } from '../../scripts/commands/report.ts';
import { reportChanges } from '../../scripts/report/site-report.ts';
import { formatDisplayPath } from '../../scripts/system/project.ts';
import { type GitSite, createGitSite } from '../support/git-site.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { createDice, type Roll } from '../support/mutants.ts';
import { createPlainPhoto } from '../support/photo.ts';
import { runCommand } from '../support/run-command.ts';
import { takeSample } from '../support/sample.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';
import { completePage, siteYaml } from '../support/small-site.ts';

const pages = {
  about: '- type: hero\n  heading: About us\n  lead: We mend [boats](/boats).\n- { use: fleet }\n',
  prices: '- type: hero\n  heading: What it costs\n  lead: Little.\n- { use: fleet }\n',
  boats: '- type: hero\n  heading: Our boats\n  image: { src: /pictures/boat.jpg, alt: A boat }\n',
  log: '- type: hero\n  heading: The log\n- { type: posts, from: /log, kind: article }\n',
  'log/gusts':
    'kind: article\npublished: 2026-05-01\nauthor: Mara Fairlead\n' +
    '- { type: hero, heading: On gusts, lead: What gusts are. }\n- { type: text, body: They come and go. }\n',
};
const site: GitSite = createGitSite(createSuiteFolder(), { remote: false });
const folder = site.folder;

beforeAll(async () => {
  for (const [name, text] of Object.entries(pages)) site.write(`pages/${name}.yaml`, completePage(text));
  site.write('pages/_shared/fleet.yaml', 'type: text\nheading: The fleet\nbody: Three boats.\n');
  site.write('pages/_site.yaml', `${siteYaml}theme:\n  accent: { light: "#1a4f8b", dark: "#8fbdf2" }\n`);
  site.write('public/pictures/boat.jpg', await createPlainPhoto(800, 600).toBuffer());
  site.git('add', '-A');
  site.git('commit', '-qm', 'Boats');
});

const restoreSite = () => {
  site.git('checkout', '-q', '-f', 'main');
  site.git('clean', '-fdq');
};

/** Changes the site as described in the lines of a case. */
async function applyChanges(lines: string): Promise<void> {
  for (const line of lines.trim().split('\n')) {
    const [, verb = '', path = '', more = ''] = /^(\w+) (\S+)(?: (.*))?$/.exec(line) ?? [];
    const [argument = '', replacement = ''] = more.replaceAll(String.raw`\n`, '\n').split(' → ');
    if (verb === 'write') site.write(path, completePage(argument));
    else if (verb === 'move') renameSync(join(folder, path), join(folder, argument));
    else if (verb === 'delete') rmSync(join(folder, path));
    else if (verb === 'photo') site.write(path, await createPlainPhoto(800, 600, argument).toBuffer());
    else writeFileSync(join(folder, path), site.read(path).replace(argument, replacement));
  }
}

testGoldenTexts('site-reports', async (input, headline) => {
  restoreSite();
  await applyChanges(input);
  const format = headline.endsWith('Markdown') ? ['--format', 'markdown'] : [];
  const args = ['--pages', join(folder, 'pages'), '--base', 'main', ...format];
  const { out, err } = await runCommand(report, args, { env: site.env });
  return `${err}${out}`.replaceAll(`${formatDisplayPath(folder)}/`, '').replace(/\([\da-f]{7}\)/, '(COMMIT)');
});

/** Changes a random word, a random line or the whole text of one site file. */
function changeAtRandom(roll: Roll, id: number): void {
  const files = globSync('pages/**/*.yaml', { cwd: folder }).toSorted();
  const path = files[roll(files.length)] ?? '';
  const lines = site.read(path).split('\n');
  const index = roll(lines.length);
  if (roll(8) === 0 && !/_site|404|index/.test(path)) return rmSync(join(folder, path));
  if (roll(4) === 0) lines.splice(index, 1);
  else lines[index] = lines[index]?.replace(/[a-z](?=["' ]*[})\].]*$)/, `$& ${id}`) ?? '';
  site.write(path, lines.join('\n'));
}

/** Returns the HTML of all pages, by route. */
function readBuiltPages(out: string): Map<string, string> {
  const files = globSync('**/*.html', { cwd: out }).filter((file) => !/\.(?:sent|failed)\.html$/.test(file));
  return new Map(
    files
      .map(
        (file) =>
          [`/${file.replace(/(?:^index)?\.html$/, '')}`, readFileSync(join(out, file), 'utf8')] as const,
      )
      .filter(([, html]) => !html.includes('http-equiv="refresh"')),
  );
}

test('the report lists exactly the pages whose HTML differs', { timeout: 3_600_000 }, async () => {
  const out = join(folder, 'dist');
  const options = { pages: join(folder, 'pages'), out, env: {}, skipFaulty: true };
  let differenceCount = 0;
  for (const id of takeSample([...Array(300).keys()], 8)) {
    restoreSite();
    await buildSite(options);
    const before = readBuiltPages(out);
    const roll = createDice(id);
    for (let edits = 0; edits <= roll(3); edits++) changeAtRandom(roll, id);
    const { skipped } = await buildSite(options);
    // Skip the comparison if the build leaves out a page: links to it are removed, so other pages change as well.
    if ([...skipped.values()].includes('left out')) continue;
    const after = readBuiltPages(out);
    const expected = [...new Set([...before.keys(), ...after.keys()])].filter(
      (route) => before.get(route) !== after.get(route),
    );
    const { pages: reported } = await reportChanges({ pages: options.pages, base: 'main', env: site.env });
    const routes = reported.flatMap(({ route, oldRoute = route }) => [...new Set([route, oldRoute])]);
    expect(routes.toSorted(), `edit ${id}: ${site.git('diff')}`).toEqual(expected.toSorted());
    const withoutCause = reported.filter(({ files }) => files.length === 0);
    expect(withoutCause, `edit ${id}: ${site.git('diff')}`).toEqual([]);
    differenceCount += expected.length;
  }
  expect(differenceCount).toBeGreaterThan(3);
});
