import { commandText } from '../system/command-text.ts';
import { posix } from 'node:path';
import { defineCommand, helpText, runAsProgram, UsageError } from '../system/command.ts';
import { siteOptions } from '../system/project.ts';
import { missingFiles, pageRecipe, pageRecipes, writeNewPage } from '../site/new-page.ts';
import { writeNewSite } from '../site/new-site.ts';

export const newCommand = defineCommand({
  name: 'new',
  description:
    'Creates a page, or a whole site, from an example with notes. Existing files are never changed.',
  arguments: {
    'page ROUTE': 'Create a page, as a draft',
    'site DIR': 'Create a small site in a folder that is new or empty',
  },
  options: {
    ...siteOptions,
    recipe: { type: 'string', value: 'NAME', description: 'Recipe of the page (default: page)' },
  },
  examples: ['page /jobs/engineer --recipe job', 'site our-site'],
  notes() {
    const recipes = pageRecipes();
    const width = Math.max(...recipes.map(({ name }) => name.length));
    const rows = recipes.map(({ name, purpose }) => `  ${name.padEnd(width)}  ${purpose}\n`);
    return `Recipes for pages, in recipes/pages:\n${rows.join('')}`;
  },
  async run({ values: { pages, recipe }, positionals: [kind, name, ...rest] }, { stdout }) {
    if (kind === 'page') stdout.write(createPage(pages, name, recipe, rest));
    else if (kind === 'site') stdout.write(await createSite(name, rest));
    else if (kind === undefined) stdout.write(helpText(newCommand));
    else throw new UsageError(`Unexpected argument '${kind}'. Expected \`page\` or \`site\`.`);
  },
});

function createPage(
  pages: string,
  route: string | undefined,
  recipeName: string | undefined,
  [unexpected]: readonly string[],
): string {
  if (route === undefined)
    throw new UsageError(`Name the page by its address: \`${commandText('new', 'page /about/us')}\`.`);
  // Without the `--`, npm takes the name of the option for itself and passes on only its value.
  if (unexpected !== undefined)
    throw new UsageError(
      `Unexpected argument '${unexpected}'. Write \`${commandText('new', `page ${route} --recipe ${unexpected}`)}\`.`,
    );
  const recipe = pageRecipe(recipeName ?? 'page');
  const { file, address, text, contact } = writeNewPage(pages, route, recipe);
  const option = pages === siteOptions.pages.default ? '' : `--pages ${pages}`;
  const missing = missingFiles(text);
  const lines = [
    `Created ${file} from the recipe \`${recipe.name}\`.`,
    ...(contact === undefined
      ? []
      : [
          `Its buttons lead to ${contact.actual}, since there is no page ${contact.expected}. Check that this fits.`,
        ]),
    '',
    'Next:',
    '  1. Open it and replace the texts that begin with `TODO`. The comments say what belongs where.',
    `  2. See it with \`${commandText('dev', option)}\`, at ${address}.`,
    '  3. When it is ready, delete `status: draft` and link to it from another page.',
    `     Then check it with \`${commandText('validate', option)}\`, which lists the texts that are still to be replaced.`,
    ...(missing.length === 0
      ? []
      : ['', 'It has places for files. Add each file, then delete the `#` in front of its setting:']),
    ...missing.map(({ line, file }) => `  line ${String(line).padEnd(3)}  ${file}`),
  ];
  return `${lines.join('\n')}\n`;
}

async function createSite(folder: string | undefined, [unexpected]: readonly string[]): Promise<string> {
  if (folder === undefined)
    throw new UsageError(`Name a folder that is new or empty: \`${commandText('new', 'site our-site')}\`.`);
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}'.`);
  await writeNewSite(folder);
  const pages = posix.join(folder, 'pages');
  const lines = [
    `Created a small site in ${posix.join(folder, '.')}: its texts are in \`pages\`, its pictures in \`public\`.`,
    '`schema` has the JSON schemas for editors, and `AGENTS.md` tells assistants how to work here.',
    '',
    'Next:',
    `  1. See it with \`${commandText('dev', `--pages ${pages}`)}\`.`,
    `  2. Replace the texts of the example: first in ${pages}/_site.yaml,`,
    '     then in the pages next to it. Their notes say what belongs where.',
    `     \`${commandText('validate', `--pages ${pages} --all`)}\` lists the texts that are still to be replaced.`,
    `  3. Add a page with \`${commandText('new', `page /prices --recipe pricing --pages ${pages}`)}\`.`,
    `  4. Build the site with \`${commandText('build', `--pages ${pages}`)}\`.`,
  ];
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) await runAsProgram(newCommand);
