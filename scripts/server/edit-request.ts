import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { wordsOfLanguage } from '../../schema/fields/words.ts';
import { answerEdit, type EditedSite } from '../editing/answer-edit.ts';
import { Journal } from '../editing/journal.ts';
import { markedTexts } from '../editing/marked-texts.ts';
import { editablePages } from '../site/editable-pages.ts';
import { CommandError } from '../system/command.ts';
import { ownBlockFolder } from '../site/own-blocks.ts';
import type { DevSite } from '../site/dev-site.ts';
import { engineFolder, now } from '../system/project.ts';
import { type Answer, json, messageAnswer } from './answer.ts';
import type { DevPages } from './dev-pages.ts';
import { bodyOf, postRefusal } from './request-guard.ts';

/** The path to which the editor posts what changes in a file, and asks for its text. */
export const editPath = '/__edit';

/**
 * Answers what an editor posts. Only pages of this server on this computer may ask, and only for files in the list of
 * the site.
 */
export async function answerEditRequest(incoming: IncomingMessage, site: EditedSite): Promise<Answer> {
  const refusal = postRefusal(incoming, 'Post what to change.');
  if (refusal) return refusal;
  if (incoming.headers['content-type'] !== 'application/json') return messageAnswer(415, 'Send JSON.');
  const body = await bodyOf(incoming);
  if (body === undefined) return messageAnswer(413, 'The file is too large.');
  try {
    const { status, answer } = await answerEdit(body, site);
    return json(status, answer);
  } catch (problem) {
    if (problem instanceof CommandError) return messageAnswer(500, problem.message);
    throw problem;
  }
}

/** A site in a folder of this computer. */
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

/** The text of the recipe of a layout, or else of its block. */
export function readRecipe(type: string, layout: string): string {
  const fileOf = (name: string) => join(engineFolder, 'recipes/blocks', `${name}.yaml`);
  const own = ownBlockFolder(type);
  const ofLayout = fileOf(`${type}-${layout}`);
  const ofType = own === undefined ? fileOf(type) : join(own, 'example.yaml');
  return readFileSync(existsSync(ofLayout) ? ofLayout : ofType, 'utf8');
}
