import { formatCommand } from '../system/command-text.ts';
import { posix } from 'node:path';
import { defineCommand, formatHelp, runAsProgram, UsageError } from '../system/command.ts';
import { siteOptions } from '../system/project.ts';
import { listMissingFiles, findPageRecipe, readPageRecipes, writeNewPage } from '../site/new-page.ts';
import { writeNewSite } from '../site/new-site.ts';

export const newCommand = defineCommand({
  name: 'new',
  description: 'Creates a page or a site from an example with comments. Existing files are never changed.',
  arguments: {
    'page ROUTE': 'Create a page as a draft',
    'site DIR': 'Create a small site in a new or empty folder',
  },
  options: {
    ...siteOptions,
    recipe: { type: 'string', value: 'NAME', description: 'Recipe for the page (default: page)' },
  },
  examples: ['page /jobs/engineer --recipe job', 'site our-site'],
  notes() {
    const recipes = readPageRecipes();
    const width = Math.max(...recipes.map(({ name }) => name.length));
    const rows = recipes.map(({ name, purpose }) => `  ${name.padEnd(width)}  ${purpose}\n`);
    return `Recipes for pages, in recipes/pages:\n${rows.join('')}`;
  },
  async run({ values: { pages, recipe }, positionals: [kind, name, ...extraArguments] }, { stdout }) {
    if (kind === 'page') stdout.write(createPage(pages, name, recipe, extraArguments));
    else if (kind === 'site') stdout.write(await createSite(name, extraArguments));
    else if (kind === undefined) stdout.write(formatHelp(newCommand));
    else throw new UsageError(`Unexpected argument '${kind}'. Expected \`page\` or \`site\`.`);
  },
});

function createPage(
  pages: string,
  route: string | undefined,
  recipeName: string | undefined,
  [unexpectedArgument]: readonly string[],
): string {
  if (route === undefined)
    throw new UsageError(`Add the address of the page: \`${formatCommand('new', 'page /about/us')}\`.`);
  // Without `--`, npm parses `--recipe` itself and passes on only its value.
  if (unexpectedArgument !== undefined)
    throw new UsageError(
      `Unexpected argument '${unexpectedArgument}'. Write \`${formatCommand('new', `page ${route} --recipe ${unexpectedArgument}`)}\`.`,
    );
  const recipe = findPageRecipe(recipeName ?? 'page');
  const { file, address, text, contact } = writeNewPage(pages, route, recipe);
  const option = pages === siteOptions.pages.default ? '' : `--pages ${pages}`;
  const filesToAdd = listMissingFiles(text);
  const lines = [
    `Created ${file} from the recipe \`${recipe.name}\`.`,
    ...(contact === undefined
      ? []
      : [
          `Its buttons link to ${contact.actual}, because there is no page ${contact.expected}. Check these links.`,
        ]),
    '',
    'Next:',
    '  1. Open it and replace the texts that begin with `TODO`. The notes explain each one.',
    `  2. View it with \`${formatCommand('dev', option)}\`, at ${address}.`,
    '  3. When it is ready, delete `status: draft` and link to it from another page.',
    `     Then check it with \`${formatCommand('validate', option)}\`, which lists the texts you still need to replace.`,
    ...(filesToAdd.length === 0
      ? []
      : ['', 'The page can show these files. Add each file, then delete the `#` before its setting:']),
    ...filesToAdd.map(({ line, file }) => `  line ${String(line).padEnd(3)}  ${file}`),
  ];
  return `${lines.join('\n')}\n`;
}

async function createSite(
  folder: string | undefined,
  [unexpectedArgument]: readonly string[],
): Promise<string> {
  if (folder === undefined)
    throw new UsageError(
      `Add the name of a new or empty folder: \`${formatCommand('new', 'site our-site')}\`.`,
    );
  if (unexpectedArgument !== undefined) throw new UsageError(`Unexpected argument '${unexpectedArgument}'.`);
  await writeNewSite(folder);
  const pages = posix.join(folder, 'pages');
  const lines = [
    `Created a small site in ${posix.join(folder, '.')}, with its texts in \`pages\` and its pictures in \`public\`.`,
    '`schema` has the JSON schemas for editors, and `AGENTS.md` has instructions for assistants.',
    '',
    'Next:',
    `  1. View it with \`${formatCommand('dev', `--pages ${pages}`)}\`.`,
    `  2. Replace the example texts: first in ${pages}/_site.yaml,`,
    '     then in the pages next to it. The notes explain what to write.',
    `     \`${formatCommand('validate', `--pages ${pages} --all`)}\` lists the texts you still need to replace.`,
    `  3. Add a page with \`${formatCommand('new', `page /prices --recipe pricing --pages ${pages}`)}\`.`,
    `  4. Build the site with \`${formatCommand('build', `--pages ${pages}`)}\`.`,
  ];
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) await runAsProgram(newCommand);
