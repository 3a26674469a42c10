import { type ChangesRequest, changesRequest } from './answer-changes.ts';
import type { EditAnswer } from './answer-edit.ts';
import { type PagesRequest, pagesRequest } from './answer-pages.ts';

/** The handlers of requests about the content of files, whole pages, and changes. */
export interface Answers {
  edit(body: unknown): Promise<EditAnswer>;
  pages(request: PagesRequest): Promise<EditAnswer>;
  changes(request: ChangesRequest): Promise<EditAnswer>;
}

/** Passes a request of the editor or of one of its tools to its handler. */
export function answerRequest(body: unknown, answers: Answers): Promise<EditAnswer> {
  const changes = changesRequest.safeParse(body);
  if (changes.success) return answers.changes(changes.data);
  const pages = pagesRequest.safeParse(body);
  return pages.success ? answers.pages(pages.data) : answers.edit(body);
}
