import { createContext, use, useCallback, useEffect, useState } from 'react';
import type { Changes, ChangesRequest, HandedIn, Look } from '../../scripts/editing/answer-changes.ts';
import type { PagesAnswers, PagesRequest } from '../../scripts/editing/answer-pages.ts';
import type { EditorHost } from '../editor/host.ts';

/** What answers the tools, and where they are. */
export interface StudioHost extends Pick<EditorHost, 'post' | 'places'> {
  /** The address of a path of the site, or of a tool. */
  address(path: string): string;
  /** The path and the query of what is shown. */
  path(): string;
  /** Shows another path. `isSame` means that it is the same tool with another query, which stays as it is. */
  go(path: string, isSame?: boolean): void;
  /** Calls `listener` when another path is shown, where that needs no new document. */
  onMove(listener: () => void): () => void;
  /** The address of a picture of the site, as it is or as it was. */
  pictureUrl(path: string, was: boolean): string | undefined | Promise<string | undefined>;
}

/** A site without earlier versions to compare with. */
export interface NoChanges {
  message: string;
  said?: string;
  folder: string;
  folders: string[];
}

/** What was done, in a sentence. */
export type Done = { message: string } & Partial<HandedIn>;

interface ChangesAnswers extends Record<'take-back' | 'put-back' | 'resolve' | 'hand-in' | 'send', Done> {
  changes: Changes | NoChanges;
  draw: { html: string };
  look: Look;
}
type Answers = PagesAnswers & ChangesAnswers;
type StudioRequest = PagesRequest | ChangesRequest;

/** An answer, or why there is none, in a sentence for the author. */
export type Answered<Answer> =
  | { isDone: true; answer: Answer }
  | { isDone: false; status: number; message: string; said?: string };

interface StudioContext {
  host: StudioHost;
  /** Whether another tool was shown before, so that the focus goes to the heading of this one. */
  hasMoved: boolean;
}

export const Studio = createContext<StudioContext | undefined>(undefined);

const aboutChanges = new Set('changes draw look hand-in send take-back put-back resolve'.split(' '));

export function useStudio() {
  const studio = use(Studio);
  if (!studio) throw new Error('A tool stands in the studio');
  const { host } = studio;
  const ask = useCallback(
    async <Request extends StudioRequest>(request: Request): Promise<Answered<Answers[Request['do']]>> => {
      try {
        const to = aboutChanges.has(request.do) ? '/__hand-in' : '/__pages';
        const response = await host.post(request, null, to);
        const answer = (await response.json()) as Answers[Request['do']] & { message: string }; // of this program
        return response.ok ? { isDone: true, answer } : { ...answer, isDone: false, status: response.status };
      } catch {
        const message =
          'The editor does not answer. Is it still running? Nothing was changed, and nothing is lost.';
        return { isDone: false, status: 0, message };
      }
    },
    [host],
  );
  return { ...studio, ask };
}

/** The answer to a question, which is asked again when it or `key` changes, or on demand. */
export function useAnswer<Request extends StudioRequest>(request: Request, key = '') {
  const { ask } = useStudio();
  const [answered, setAnswered] = useState<Answered<Answers[Request['do']]>>();
  const [turn, setTurn] = useState(0);
  const asked = JSON.stringify([request, key, turn]);
  useEffect(() => {
    let isCurrent = true;
    const [question] = JSON.parse(asked) as [Request]; // as it was
    void ask(question).then((now) => isCurrent && setAnswered(now));
    return () => void (isCurrent = false);
  }, [ask, asked]);
  const refresh = useCallback(() => setTurn((now) => now + 1), []);
  return [answered, refresh] as const;
}

/** A value that has stayed the same for a while. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** `1 page`, `2 pages`. */
export const count = (number: number, thing: string): string =>
  `${number} ${thing}${number === 1 ? '' : 's'}`;

/** A day of this year, or another one; today, only the time. */
export function momentOf(at: number): string {
  const [day, today] = [new Date(at), new Date()];
  if (day.toDateString() === today.toDateString())
    return `Today, ${day.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
  const year = day.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
}
