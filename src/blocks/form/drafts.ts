import { toSiteUrl } from '../../ui/site-url.ts';

/** Answers by field name. An answer is a list if the visitor selected several options. */
export type Answers = Record<string, string | string[]>;

/** The answers in a form whose message the server has not acknowledged yet. */
export interface Draft {
  /** The message id. The function stores submissions with the same id only once. */
  id: string;
  answers: Answers;
}

/** Milliseconds until a draft expires: one day, because other people may use the same browser. */
const maxAgeMs = 24 * 3_600_000;

// The key contains the base path of the site, because several sites may share a host.
const toDraftKey = (formPath: string) => `draft ${toSiteUrl(formPath)}`;

export function createMessageId(): string {
  // `randomUUID` is not used, because it requires HTTPS.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Reads the draft of the form with this path, such as `/ask/question`. Returns `undefined` if storage is blocked. */
export function readDraft(formPath: string): Draft | undefined {
  try {
    // `saveDraft` stored the JSON
    const { at, ...draft } = JSON.parse(localStorage[toDraftKey(formPath)] ?? '{}') as Draft & {
      at?: number;
    };
    return at !== undefined && Date.now() - at < maxAgeMs ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Saves a draft for one day, so that the answers survive a reload or a crash. Removes the draft if all answers are
 * empty.
 */
export function saveDraft(formPath: string, draft: Draft): void {
  try {
    if (Object.values(draft.answers).some((answer) => answer !== ''))
      localStorage[toDraftKey(formPath)] = JSON.stringify({ at: Date.now(), ...draft });
    // Another window may have saved a different draft of the same form.
    else if ((readDraft(formPath)?.id ?? draft.id) === draft.id)
      localStorage.removeItem(toDraftKey(formPath));
  } catch {}
}
