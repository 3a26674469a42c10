import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggest } from '../../schema/base/did-you-mean.ts';
import { WrongUse } from '../base/command.ts';
import { engineFolder } from '../base/project.ts';

export const recipesFolder = join(engineFolder, 'recipes');
const pages = join(recipesFolder, 'pages');

/** An example of a page, as it lies in `recipes/pages`. */
export interface PageRecipe {
  name: string;
  /** What such a page is for: the first note in the file. */
  purpose: string;
  text: string;
}

/** Every recipe for a page, by its name. */
export function pageRecipes(): PageRecipe[] {
  const files = readdirSync(pages).filter((file) => file.endsWith('.yaml'));
  return files.toSorted().map((file) => {
    const text = readFileSync(join(pages, file), 'utf8');
    const [, purpose = ''] = /^# (?!yaml-language-server)(.+)$/m.exec(text) ?? [];
    return { name: file.slice(0, -'.yaml'.length), purpose, text };
  });
}

export function pageRecipe(name: string): PageRecipe {
  const all = pageRecipes();
  const found = all.find((recipe) => recipe.name === name);
  if (found) return found;
  const names = all.map((recipe) => recipe.name);
  const near = suggest(name.toLowerCase(), names);
  const guess = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  throw new WrongUse(`There is no recipe \`${name}\`.${guess} The recipes are ${names.join(', ')}.`);
}

/** A picture or another file that a line of a page waits for. */
export interface WaitingFile {
  /** `public/people/first-person.jpg` */
  file: string;
  line: number;
}

/** What the settings that a recipe leaves out for now would need in `public/`. */
export function waitingFiles(text: string): WaitingFile[] {
  return text.split('\n').flatMap((line, index) => {
    const [, file] = /^ *#\S.*\b(?:src|to): (\/[^\s,}]+\.\w+)/.exec(line) ?? [];
    return file === undefined ? [] : [{ file: `public${file}`, line: index + 1 }];
  });
}
