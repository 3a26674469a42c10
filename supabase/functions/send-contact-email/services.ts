import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { Fields, ReceivedMessage, Limits, StoreResult } from './message.ts';

/** An answer, of which a server makes one of its own: to make one of the web takes longer than to store. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A request to the function: one of the web, or of a server that need not make one of it. */
export interface HandlerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/** What became of a message. */
export interface Outcome {
  status: number;
  /** One plain sentence for the visitor; missing when the message is stored. */
  reason?: string;
  /** What is wrong with which answer. */
  fields?: FieldProblems;
  form?: string;
  /** That of the page, or else what the browser asks for. */
  language?: string;
  /** What was typed, to show it again. */
  answers?: Fields;
  /** The names of the fields in which files came; a page cannot show them again. */
  filesOf?: readonly string[];
  /** What the form asks. */
  asked?: FormDefinition['fields'];
}

/** What the handler needs from the place it runs in. */
export interface Services {
  /** Resolves once the message is safe; rejects if it is not. */
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  /** Whether somebody is still to be told of what came long ago; rejects if messages cannot be stored now. */
  isLate(): Promise<boolean>;
  /** The text of a file of the site, if it has that file; rejects where the site cannot be asked. */
  template(path: string): Promise<string | undefined>;
  /** Where visitors find the site; empty if it answers at this very address. */
  site: string;
  /** Whether pages of this origin may send messages. */
  isAllowedOrigin(origin: string, request: HandlerRequest): boolean;
  /** What stands for the connection of a request, if anything is known of it. */
  source(request: HandlerRequest): string | null;
  limits: Limits;
  /** Whether somebody is told of the messages of every form. */
  tells: boolean;
  /** Whether somebody is told of those of forms that say whom. */
  usesWebhookOfForm?: boolean;
  now?(): number;
  /** Called with what somebody has to know, each time. */
  alert?(text: string): void;
  /** Called with internal errors, which visitors never see. */
  log?(problem: unknown): void;
}
