import { NotDone } from '../base/command.ts';
import { refusal } from '../base/refusal.ts';
import { hasJournal } from './journal.ts';
import { workFolder } from './work-folder.ts';

/** An error that says in a sentence why a site was not built, if the machine refused something. */
export function whyNotBuilt(problem: unknown, out: string): unknown {
  const reason = refusal(problem, out);
  if (reason === undefined) return problem;
  const state = hasJournal(workFolder(out).folder)
    ? `a part of ${out}/ may be new, which the next build puts right`
    : `${out}/ is as it was`;
  return new NotDone(`Nothing was built, because ${reason}; ${state}.`);
}
