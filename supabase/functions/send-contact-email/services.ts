import type { HandlerRequest } from './handler-request.ts';
import type { Arrival, Limits, Receipt } from './message.ts';

/** What the handler needs from the place it runs in. */
export interface Services {
  /** Resolves once the message is safe; rejects if it is not. */
  store(arrival: Arrival): Promise<Receipt>;
  /** Whether somebody is still to be told of what came long ago; rejects if messages cannot be stored now. */
  isLate(): Promise<boolean>;
  /** The text of a file of the site, if it has that file; rejects where the site cannot be asked. */
  template(path: string): Promise<string | undefined>;
  /** Where visitors find the site; empty if it answers at this very address. */
  site: string;
  /** Whether pages of this origin may send messages. */
  isAllowed(origin: string, request: HandlerRequest): boolean;
  /** What stands for the connection of a request, if anything is known of it. */
  source(request: HandlerRequest): string | null;
  limits: Limits;
  /** Whether somebody is told of the messages of every form. */
  tells: boolean;
  /** Whether somebody is told of those of forms that say whom. */
  tellsWhereNamed?: boolean;
  now?(): number;
  /** Called with what somebody has to know, each time. */
  alert?(text: string): void;
  /** Called with internal errors, which visitors never see. */
  log?(problem: unknown): void;
}
