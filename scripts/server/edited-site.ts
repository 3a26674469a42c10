import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveWords } from '../../schema/fields/words.ts';
import type { EditedSite } from '../editing/answer-edit.ts';
import { Journal } from '../editing/journal.ts';
import { renderMarkedTexts } from '../editing/marked-texts.ts';
import { createEditableFiles } from '../site/editable-pages.ts';
import { findOwnBlockFolder } from '../site/own-blocks.ts';
import type { DevSite } from '../site/dev-site.ts';
import { engineFolder, getSiteTime } from '../system/project.ts';
import type { DevPages } from './dev-pages.ts';

/** Creates the interface through which the editor reads and changes a site in a local folder. */
export function createEditedSite(pagesFolder: string, live: DevSite, devPages: DevPages): EditedSite {
  const files = createEditableFiles(pagesFolder);
  return {
    files,
    journal: new Journal(files, getSiteTime),
    get isStarting() {
      return live.isStarting;
    },
    get words() {
      const { language = 'en', words } = (live.readCurrent().website ?? live.lastWebsite)?.site ?? {};
      return resolveWords(language, words);
    },
    checked: (route) => live.readCurrent(route),
    now: getSiteTime,
    async texts(route) {
      const loaded = live.readQuickly(route);
      const shownPage = await devPages.preview(route, loaded, true);
      if (!shownPage) return undefined;
      const { renderer, site, backend } = await devPages.context(shownPage.website, shownPage.page);
      return renderMarkedTexts(
        shownPage,
        site,
        loaded,
        (view, markedSite) => renderer.render(view, markedSite, backend).body,
      );
    },
    recipe: readRecipe,
  };
}

/** Returns the YAML recipe of a layout, or the recipe of the block if the layout has none. */
export function readRecipe(type: string, layout: string): string {
  const recipeFile = (name: string) => join(engineFolder, 'recipes/blocks', `${name}.yaml`);
  const blockFolder = findOwnBlockFolder(type);
  const layoutRecipe = recipeFile(`${type}-${layout}`);
  const typeRecipe = blockFolder === undefined ? recipeFile(type) : join(blockFolder, 'example.yaml');
  return readFileSync(existsSync(layoutRecipe) ? layoutRecipe : typeRecipe, 'utf8');
}
