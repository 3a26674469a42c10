import { posix } from 'node:path';
import { command, type Output, readOptions, runProgram, WrongUse } from './base/command.ts';
import { siteOptions } from './base/project.ts';
import { writeNewPage } from './recipes/new-page.ts';
import { writeNewSite } from './recipes/new-site.ts';
import { pageRecipe, pageRecipes, waitingFiles } from './recipes/page-recipes.ts';

const options = { ...siteOptions, recipe: { type: 'string' } } as const;

interface Asked {
  /** What stands behind the word for what to make. */
  words: readonly string[];
  pages: string;
  recipe: string | undefined;
  stdout: Output;
}

const makes: Record<string, (asked: Asked) => void> = {
  page({ words: [address, ...more], pages, recipe: name = more.length === 0 ? 'page' : undefined, stdout }) {
    if (address === undefined) throw new WrongUse(`Which page? Name it by its address.\n\n${help()}`);
    // npm keeps the names of options for itself where no `--` stands before them.
    if (name === undefined || more.length > 0)
      throw new WrongUse(
        `\`${more[0]}\` means nothing here. Write \`npm run new -- page ${address} --recipe ${more[0]}\`.`,
      );
    const recipe = pageRecipe(name);
    const { file, address: made, text, contact } = writeNewPage(pages, address, recipe);
    const rest = pages === options.pages.default ? '' : ` -- --pages ${pages}`;
    const waiting = waitingFiles(text);
    const lines = [
      `${file} is there, from the recipe \`${recipe.name}\`.`,
      ...(contact === undefined
        ? []
        : [`Its buttons lead to ${contact.here}, as there is no page ${contact.usual}: see if that fits.`]),
      '',
      'Next:',
      '  1. Open it, and put your own words in the place of the example’s; its notes say what belongs where.',
      `  2. See it with \`npm run dev${rest}\`, at ${made}.`,
      '  3. When it is ready, delete `status: draft` and link to it from another page.',
      `     \`npm run validate${rest}\` has the last word.`,
      ...(waiting.length === 0
        ? []
        : ['', 'It has places for files. Put each there, then delete the `#` in front of its setting:']),
      ...waiting.map((one) => `  line ${String(one.line).padEnd(3)}  ${one.file}`),
    ];
    stdout.write(`${lines.join('\n')}\n`);
  },

  site({ words: [folder, ...more], stdout }) {
    if (folder === undefined || more.length > 0)
      throw new WrongUse('In which folder? Name one that is new or empty: `npm run new -- site our-site`.');
    writeNewSite(folder);
    const pages = posix.join(folder, 'pages');
    const lines = [
      `${posix.join(folder, '.')} holds a small site: its texts in \`pages\`, its pictures in \`public\`,`,
      'and in `schema` what editors complete and check them with.',
      '',
      'Next:',
      `  1. See it with \`npm run dev -- --pages ${pages}\`.`,
      `  2. Open ${pages}/_site.yaml, and put your own words in the place of the example’s; then in the`,
      '     pages beside it. Their notes say what belongs where.',
      `  3. Add a page with \`npm run new -- page /prices --recipe pricing --pages ${pages}\`.`,
      `  4. \`npm run build -- --pages ${pages}\` makes what you publish.`,
    ];
    stdout.write(`${lines.join('\n')}\n`);
  },
};

function help(): string {
  const recipes = pageRecipes();
  const widest = Math.max(...recipes.map(({ name }) => name.length));
  return [
    'Makes a page, or a whole site, from an example with notes on what to put in its place.',
    '',
    '  npm run new -- page /jobs/engineer --recipe job',
    '  npm run new -- site our-site',
    '',
    'Nothing that is there already is changed. The recipes for pages lie in recipes/pages:',
    '',
    ...recipes.map(({ name, purpose }) => `  ${name.padEnd(widest)}  ${purpose}`),
    '',
  ].join('\n');
}

export const newCommand = command(async ({ args, stdout }) => {
  const { values, positionals } = readOptions(args, options, { files: true });
  const [what, ...words] = positionals;
  if (what === undefined) {
    stdout.write(help());
    return;
  }
  const make = Object.hasOwn(makes, what) ? makes[what] : undefined;
  if (!make) throw new WrongUse(`There is no \`${what}\` to make, but \`page\` and \`site\`.\n\n${help()}`);
  make({ words, pages: values.pages, recipe: values.recipe, stdout });
});

if (import.meta.main) await runProgram(newCommand);
