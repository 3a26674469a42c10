import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { Limits } from './limits.ts';
import type { Budget, Fields, ReceivedMessage, StoreResult } from './message.ts';

/** A response. Not the class of the web: to construct one takes longer than to store a message. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A request. Requests of the web have this type, too. */
export interface HandlerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/** What happened to a message. */
export interface MessageOutcome {
  status: number;
  /** One sentence for the visitor. Undefined if the message is stored. */
  reason?: string;
  /** Problems by field name. */
  fields?: FieldProblems;
  form?: string;
  /** The definition of the form, if it is known. */
  definition?: FormDefinition;
  /** The language of the page, or else what the browser asks for. */
  language?: string;
  /** What the visitor typed, to show it again. */
  answers?: Fields;
  /** Fields with files. A page cannot show files again. */
  filesOf?: readonly string[];
}

/** What the handler needs from its host. */
export interface Services {
  /** Resolves when the message is safely stored. */
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  /** Takes some of each of these budgets, if all have room. */
  take(budgets: readonly Budget[]): Promise<boolean>;
  /** Whether a notification is due for long. Rejects if nothing can be stored. */
  isLate(): Promise<boolean>;
  /** Reads a file of the site. Undefined if there is none. Rejects if the site does not respond. */
  siteFile(path: string): Promise<string | undefined>;
  /** The URL of the site. Empty if it has the same origin as the function. */
  site: string;
  /** Whether pages of an origin may send messages. */
  isAllowedOrigin(origin: string, request: HandlerRequest): boolean;
  /** Identifies the client of a request, if it is known. */
  source(request: HandlerRequest): string | null;
  /** Identifies the network of a client, if it is known. */
  network?(request: HandlerRequest): string | null;
  limits: Limits;
  /** How many leading zero bits a proof of work has, instead of those that browsers compute. */
  proofBits?: number;
  /** Whether notifications are sent for every form. */
  notifiesAll: boolean;
  /** Whether notifications are sent for forms with a webhook of their own. */
  notifiesByForm?: boolean;
  now?(): number;
  /** Called with each problem that the operator should know of. */
  alert?(text: string): void;
  /** Called with internal errors. Visitors do not see them. */
  log(problem: unknown): void;
}
