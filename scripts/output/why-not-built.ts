import { NotDone } from '../base/command.ts';
import { hasJournal } from './journal.ts';
import { workFolder } from './work-folder.ts';

/** What systems refuse, by the codes of their errors. */
const reasons: Record<string, string> = {
  EACCES: 'this account may not do that',
  EBUSY: 'another program uses a file',
  EDQUOT: 'no more room on the disk is allowed to this account',
  EFBIG: 'a file would be larger than is allowed here',
  EIO: 'the disk does not work as it should',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOSPC: 'the disk is full',
  EPERM: 'this account may not do that',
  EROFS: 'the disk can only be read',
};

/** An error that says in a sentence why a site was not built, if the machine refused something. */
export function whyNotBuilt(problem: unknown, out: string): unknown {
  const { code = '', path = out } = problem as NodeJS.ErrnoException; // or an error without any of these
  const reason = reasons[code];
  if (reason === undefined) return problem;
  const state = hasJournal(workFolder(out).folder)
    ? `a part of ${out}/ may be new, which the next build puts right`
    : `${out}/ is as it was`;
  return new NotDone(`Nothing was built, because ${reason} (${code}, ${path}); ${state}.`);
}
