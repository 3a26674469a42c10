import { type ChangesRequest, changesRequest } from './answer-changes.ts';
import type { EditAnswer } from './answer-edit.ts';
import { type PagesRequest, pagesRequest } from './answer-pages.ts';

/** Answers each kind of request: about the content of files, about whole pages, and about changes. */
export interface Answers {
  edit(body: unknown): Promise<EditAnswer>;
  pages(request: PagesRequest): Promise<EditAnswer>;
  changes(request: ChangesRequest): Promise<EditAnswer>;
}

/** Answers a request of the editor or of one of its tools. */
export function answerRequest(body: unknown, answers: Answers): Promise<EditAnswer> {
  const changes = changesRequest.safeParse(body);
  if (changes.success) return answers.changes(changes.data);
  const pages = pagesRequest.safeParse(body);
  return pages.success ? answers.pages(pages.data) : answers.edit(body);
}
