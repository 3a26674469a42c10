import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { Limits } from './limits.ts';
import type { Budget, Fields, ReceivedMessage, StoreResult } from './message.ts';

/**
 * A response from the handler. The class `Response` is not used, because constructing it takes longer than storing a
 * message.
 */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A request to the handler. The class `Request` also matches this type. */
export interface HandlerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/** The outcome of a message. */
export interface MessageOutcome {
  status: number;
  /**
   * The reason why the message was not stored, as a sentence for the visitor. It is `undefined` if the message was
   * stored.
   */
  reason?: string;
  /** Problems with answers, by field name. */
  fields?: FieldProblems;
  form?: string;
  /** The form definition, if it is known. */
  definition?: FormDefinition;
  /** The page language, or else the preferred language of the browser. */
  language?: string;
  /** The visitor's answers, to show them again. */
  answers?: Fields;
  /** The names of the fields with files, because a page cannot show files again. */
  filesOf?: readonly string[];
}

/** The services that the handler needs from its host. */
export interface Services {
  /** Resolves when the message is safely stored. */
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  /** Takes one unit from each budget if none is exhausted. Returns whether it took them. */
  take(budgets: readonly Budget[]): Promise<boolean>;
  /** Returns whether a notification is overdue by more than an hour. Rejects if messages cannot be stored. */
  isLate(): Promise<boolean>;
  /**
   * Reads a file of the site. Resolves to `undefined` if the file does not exist. Rejects if the site does not respond.
   */
  siteFile(path: string): Promise<string | undefined>;
  /** The URL of the site, or an empty string if it has the same origin as the function. */
  site: string;
  /** Returns whether pages of this origin may send messages. */
  isAllowedOrigin(origin: string, request: HandlerRequest): boolean;
  /** Returns a key that identifies the client of a request, or null if the client is unknown. */
  source(request: HandlerRequest): string | null;
  /** Returns a key that identifies the network of a client, or null if the network is unknown. */
  network?(request: HandlerRequest): string | null;
  limits: Limits;
  /** The number of leading zero bits that a proof of work needs, if it is not the default. */
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
