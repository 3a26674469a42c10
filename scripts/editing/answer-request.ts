import { type ChangesRequest, changesRequestSchema } from './answer-changes.ts';
import type { EditAnswer } from './answer-edit.ts';
import { type PagesRequest, pagesRequestSchema } from './answer-pages.ts';

/** The handlers for requests about file contents (`edit`), whole pages, and changes to hand in. */
export interface RequestHandlers {
  edit(body: unknown): Promise<EditAnswer>;
  pages(request: PagesRequest): Promise<EditAnswer>;
  changes(request: ChangesRequest): Promise<EditAnswer>;
}

/** Passes a request from the editor or one of its tools to the right handler, and returns the handler's answer. */
export function answerRequest(body: unknown, handlers: RequestHandlers): Promise<EditAnswer> {
  const changes = changesRequestSchema.safeParse(body);
  if (changes.success) return handlers.changes(changes.data);
  const pages = pagesRequestSchema.safeParse(body);
  return pages.success ? handlers.pages(pages.data) : handlers.edit(body);
}
