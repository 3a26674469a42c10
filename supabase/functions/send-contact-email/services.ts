import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { Limits } from './limits.ts';
import type { Budget, Fields, ReceivedMessage, StoreResult } from './message.ts';

/** A response. Not the `Response` class, because constructing one takes longer than storing a message. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A request. The `Request` class matches this type, too. */
export interface HandlerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/** The outcome of a message. */
export interface MessageOutcome {
  status: number;
  /** One sentence for the visitor. Undefined if the message is stored. */
  reason?: string;
  /** Problems by field name. */
  fields?: FieldProblems;
  form?: string;
  /** The definition of the form, if it is known. */
  definition?: FormDefinition;
  /** The language of the page, or else the preferred language of the browser. */
  language?: string;
  /** The answers of the visitor, to show them again. */
  answers?: Fields;
  /** The fields with files, because a page cannot show files again. */
  filesOf?: readonly string[];
}

/** The services that the handler needs from its host. */
export interface Services {
  /** Resolves when the message is safely stored. */
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  /** Takes one unit from each budget if all have room, and returns whether they do. */
  take(budgets: readonly Budget[]): Promise<boolean>;
  /** Returns whether a notification is overdue by more than an hour. Rejects if messages cannot be stored. */
  isLate(): Promise<boolean>;
  /** Reads a file of the site. Undefined if there is none. Rejects if the site does not respond. */
  siteFile(path: string): Promise<string | undefined>;
  /** The URL of the site. Empty if it has the same origin as the function. */
  site: string;
  /** Whether pages of an origin may send messages. */
  isAllowedOrigin(origin: string, request: HandlerRequest): boolean;
  /** Returns a key that identifies the client of a request; null if unknown. */
  source(request: HandlerRequest): string | null;
  /** Returns a key that identifies the network of a client; null if unknown. */
  network?(request: HandlerRequest): string | null;
  limits: Limits;
  /** The number of leading zero bits in a proof of work, if not the default. */
  proofBits?: number;
  /** Whether notifications are sent for every form. */
  notifiesAll: boolean;
  /** Whether notifications are sent for forms with their own webhook. */
  notifiesByForm?: boolean;
  now?(): number;
  /** Called with messages for the operator. */
  alert?(text: string): void;
  /** Called with internal errors, which visitors do not see. */
  log(problem: unknown): void;
}
