import { type FileKind, fileKinds } from '../_shared/file-kinds.ts';

/** More than anybody reads, and less than any disk takes: in UTF-8 a sign may be four bytes. */
const longestName = 60;

/**
 * The name that somebody gave a file, as one that any system takes: without a path, without signs that mean
 * something there or turn the writing around, and with an ending that tells its kind.
 */
export function cleanFileName(given: string, kind: FileKind): string {
  const own = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[<>:"|?*\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const endings: readonly string[] = fileKinds[kind];
  const ending = /\.(\w{1,5})\s*$/.exec(own)?.[1]?.toLowerCase() ?? '';
  const isKnown = endings.includes(ending);
  const stem = (isKnown ? own.replace(/\.\w+\s*$/, '') : own).replace(/^[.\s-]+|[.\s]+$/g, '');
  // Windows calls its devices so, with any ending.
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(stem);
  const name = [...(stem === '' || isDevice ? `file ${stem}` : stem)].slice(0, longestName).join('');
  return `${name.trim()}.${isKnown ? ending : endings[0]}`;
}
