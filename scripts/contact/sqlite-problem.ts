/** The codes of its errors: https://sqlite.org/rescode.html */
const codes = { busy: 5, readOnly: 8, disk: 10, full: 13, cannotOpen: 14 };

const hasCode = (problem: unknown, code: number): boolean =>
  problem instanceof Error && 'errcode' in problem && (Number(problem.errcode) & 255) === code;

const noRoom = 'the disk is full. Make room for a megabyte, and do it again';

/** What it says where not even the file that all who read share has any room. */
const noSharedMemory = 4874;

export const isFull = (problem: unknown): boolean =>
  hasCode(problem, codes.full) ||
  (problem instanceof Error && 'errcode' in problem && problem.errcode === noSharedMemory);

/** Whether a file may be whole, and only nothing can be written into it or beside it. */
export function isUnwritable(problem: unknown): boolean {
  const { code = '' } = problem as NodeJS.ErrnoException; // or an error without it
  const isRefused = ['EACCES', 'EDQUOT', 'ENOSPC', 'EPERM', 'EROFS'].includes(code);
  return isRefused || Object.values(codes).some((one) => hasCode(problem, one));
}

/** Why a file of messages cannot be written, in words; nothing if the problem is of another kind. */
export function whyNotWritten(problem: unknown): string | undefined {
  if (isFull(problem)) return noRoom;
  if (hasCode(problem, codes.readOnly)) return 'they can only be read here';
  if (hasCode(problem, codes.busy)) return 'another program writes into them for long. Try again later';
  const { code = '' } = problem as NodeJS.ErrnoException; // or an error without it
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'they can only be read here';
  if (['EDQUOT', 'ENOSPC'].includes(code)) return noRoom;
  return undefined;
}
