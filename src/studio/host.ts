import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import type {
  Changes,
  ChangesRequest,
  HandInResult,
  HandInReview,
} from '../../scripts/editing/answer-changes.ts';
import type { PagesAnswers, PagesRequest } from '../../scripts/editing/answer-pages.ts';
import type { EditorHost } from '../editor/host.ts';

/** What the tools need from their environment: a server, navigation between tools, and pictures. */
export interface StudioHost extends Pick<EditorHost, 'post' | 'places'> {
  /** Returns the URL for a path in the site, or for the path of a tool. */
  url(path: string): string;
  /** Returns the current path and query. */
  currentPath(): string;
  /** Opens a different path. If `isSameTool`, only the query changes. */
  navigate(path: string, isSameTool?: boolean): void;
  /**
   * Calls `listener` after each navigation that loads no new document. Returns a function that removes the listener.
   */
  onNavigate(listener: () => void): () => void;
  /** Returns the URL of a picture in the site, in the current version or the version before the changes. */
  pictureUrl(path: string, isBefore: boolean): string | undefined | Promise<string | undefined>;
}

/** The answer if the site has no earlier version to compare with. */
export interface NoChanges {
  message: string;
  output?: string;
  folder: string;
  folders: string[];
}

/** The message after an action has succeeded. */
export type Confirmation = { message: string } & Partial<HandInResult>;

interface ChangesAnswers extends Record<
  Exclude<ChangesRequest['do'], 'changes' | 'draw' | 'review'>,
  Confirmation
> {
  changes: Changes | NoChanges;
  draw: { html: string };
  review: HandInReview;
}
type Answers = PagesAnswers & ChangesAnswers;
export type StudioRequest = PagesRequest | ChangesRequest;

/** The result of a request: an answer, or an error message for the author. */
export type Result<Answer> =
  | { isOk: true; answer: Answer }
  | { isOk: false; status: number; message: string; output?: string };

interface StudioContext {
  host: StudioHost;
  /** Whether the author came from another tool. If so, the heading of the current tool receives the focus. */
  hasNavigated: boolean;
}

export const Studio = createContext<StudioContext | undefined>(undefined);

export function useStudio() {
  const studio = use(Studio);
  if (!studio) throw new Error('Tools must be rendered inside the studio');
  const { host } = studio;
  const request = useCallback(
    async <Request extends StudioRequest>(body: Request): Promise<Result<Answers[Request['do']]>> => {
      try {
        const { status, answer } = await host.post(body);
        return status === 200
          ? { isOk: true, answer: answer as Answers[Request['do']] } // the answer to this request
          : { ...(answer as { message: string }), isOk: false, status }; // a refusal
      } catch {
        const message =
          'The editor is not responding, so nothing was changed. Check that it is running and try again.';
        return { isOk: false, status: 0, message };
      }
    },
    [host],
  );
  return { ...studio, request };
}

/**
 * Sends a request, and sends it again when the request or `key` changes. Returns the last result, and a function that
 * sends the request again and waits for the result.
 */
export function useAnswer<Request extends StudioRequest>(body: Request, key = '') {
  const { request } = useStudio();
  const [result, setResult] = useState<Result<Answers[Request['do']]>>();
  const lastNumber = useRef(0);
  const json = JSON.stringify([body, key]);
  const refresh = useCallback(async () => {
    const number = ++lastNumber.current;
    const [current] = JSON.parse(json) as [Request]; // `body`, stringified above
    const next = await request(current);
    if (number === lastNumber.current) setResult(next);
  }, [request, json]);
  useEffect(() => void refresh(), [refresh]);
  return [result, refresh] as const;
}

/** Returns the last value that has not changed for this number of milliseconds. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}

/** Formats a time in milliseconds since 1970 as `Today, 14:05`, `3 May` or `3 May 2024`. */
export function formatMoment(at: number): string {
  const [day, today] = [new Date(at), new Date()];
  if (day.toDateString() === today.toDateString())
    return `Today, ${day.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
  const year = day.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
}
