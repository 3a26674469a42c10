/** What was typed or chosen, by the name of the field; a list where several were chosen. */
export type GroupedDependencies = Record<string, string | string[]>;

/** What a visitor has typed into a form, until it is acknowledged. */
export interface Draft {
  /** Goes with the message: what is sent again with it is the same message. */
  id: string;
  answers: GroupedDependencies;
}

/** Whoever else uses this browser the next day finds nothing. */
const longest = 24 * 3_600_000;

const keyOf = (form: string) => `draft ${form}`;

export function newId(): string {
  // Not randomUUID, which plain http does not have.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** The draft of a form, by its address: `/ask/question`. Where storage is blocked, there is none. */
export function readDraft(form: string): Draft | undefined {
  try {
    // As it was kept.
    const { at, ...draft } = JSON.parse(localStorage[keyOf(form)] ?? '{}') as Draft & { at?: number };
    return at !== undefined && Date.now() - at < longest ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft over a reload, a crash and a day; one in which nothing is written is not kept. */
export function saveDraft(form: string, draft: Draft): void {
  try {
    if (Object.values(draft.answers).some((answer) => answer !== ''))
      localStorage[keyOf(form)] = JSON.stringify({ at: Date.now(), ...draft });
    // In another window somebody may be writing into the same form.
    else if ((readDraft(form)?.id ?? draft.id) === draft.id) localStorage.removeItem(keyOf(form));
  } catch {}
}
