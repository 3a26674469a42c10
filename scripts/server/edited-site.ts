import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOfLanguage } from '../../schema/fields/words.ts';
import type { EditedSite } from '../editing/answer-edit.ts';
import { Journal } from '../editing/journal.ts';
import { markedTexts } from '../editing/marked-texts.ts';
import { editablePages } from '../site/editable-pages.ts';
import { ownBlockFolder } from '../site/own-blocks.ts';
import type { DevSite } from '../site/dev-site.ts';
import { engineFolder, now } from '../system/project.ts';
import type { DevPages } from './dev-pages.ts';

/** Returns the editable site in a local folder. */
export function editedSite(pages: string, live: DevSite, drawn: DevPages): EditedSite {
  const files = editablePages(pages);
  return {
    files,
    journal: new Journal(files, now),
    get isStarting() {
      return live.isStarting;
    },
    get words() {
      const { language = 'en', words } = (live.now().website ?? live.lastWebsite)?.site ?? {};
      return wordsOfLanguage(language, words);
    },
    checked: (route) => live.now(route),
    now,
    async texts(route) {
      const loaded = live.firstLook(route);
      const shown = await drawn.at(route, loaded, true);
      if (!shown) return undefined;
      const { renderer, site, backend } = await drawn.context(shown.website, shown.page);
      return markedTexts(shown, site, loaded, (view, marked) => renderer.render(view, marked, backend).body);
    },
    recipe: readRecipe,
  };
}

/** Returns the recipe of a layout, or of its block if the layout has none. */
export function readRecipe(type: string, layout: string): string {
  const recipeFile = (name: string) => join(engineFolder, 'recipes/blocks', `${name}.yaml`);
  const own = ownBlockFolder(type);
  const layoutRecipe = recipeFile(`${type}-${layout}`);
  const typeRecipe = own === undefined ? recipeFile(type) : join(own, 'example.yaml');
  return readFileSync(existsSync(layoutRecipe) ? layoutRecipe : typeRecipe, 'utf8');
}
