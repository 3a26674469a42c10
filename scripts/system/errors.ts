/** An error in the use of a command. The message is printed and the command exits with code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** An expected failure of a command. The message is printed and the command exits with code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

const errorReasons: Record<string, string> = {
  EACCES: 'permission denied',
  EBUSY: 'the file is in use by another program',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file is too large',
  EIO: 'the disk cannot be read or written',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the file name is too long',
  ENFILE: 'too many files are open',
  ENOSPC: 'the disk is full',
  EPERM: 'permission denied',
  EROFILE: 'the file is read-only',
  EROFS: 'the file system is read-only',
};

/** Returns the reason for a system error as text, or `undefined` for other errors. */
export const getSystemErrorReason = (error: unknown): string | undefined =>
  errorReasons[(error as NodeJS.ErrnoException).code ?? '']; // or an error without a code

/** Describes a system error: `permission denied (EACCES, dist)`. Returns `undefined` for other errors. */
export function formatSystemError(error: unknown, defaultPath = ''): string | undefined {
  const { code = '', path = defaultPath } = error as NodeJS.ErrnoException; // or an error without any of these
  const reason = errorReasons[code];
  return reason && `${reason} (${[code, path].filter(Boolean).join(', ')})`;
}
