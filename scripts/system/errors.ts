/** What systems refuse, by the codes of their errors. */
const reasons: Record<string, string> = {
  EACCES: 'this account may not do that',
  EBUSY: 'another program uses a file',
  EDQUOT: 'no more room on the disk is allowed to this account',
  EFBIG: 'a file would be larger than is allowed here',
  EIO: 'the disk does not work as it should',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'a name is longer than the disk takes',
  ENFILE: 'too many files are open',
  ENOSPC: 'the disk is full',
  EPERM: 'this account may not do that',
  EROFS: 'the disk can only be read',
};

/** Why the machine refused something, in words; nothing if the problem is of another kind. */
export function systemErrorMessage(problem: unknown, place = ''): string | undefined {
  const { code = '', path = place } = problem as NodeJS.ErrnoException; // or an error without any of these
  const reason = reasons[code];
  return reason && `${reason} (${[code, path].filter(Boolean).join(', ')})`;
}
