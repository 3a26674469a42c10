import { fileEndings } from '../../schema/base/file-kinds.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Of each file that visitors get just as it lies in `public/`, its kind and size: `PDF, 1.2 MB`. */
export function fileWords(files: ReadonlyMap<string, number>, language: string): Map<string, string> {
  return new Map([...files].map(([address, bytes]) => [address, wordsOf(address, bytes, language)]));
}

function wordsOf(address: string, bytes: number, language: string): string {
  const kind = address.slice(address.lastIndexOf('.') + 1).toUpperCase();
  // The build makes pictures smaller.
  return fileEndings.picture.test(address) ? kind : `${kind}, ${sizeInWords(bytes, language)}`;
}

/** Below a thousand bytes nobody asks how many. */
export function sizeInWords(bytes: number, language: string): string {
  const power = Math.min(Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)), units.length - 1);
  const value = Math.max(1, bytes / 1000 ** power);
  const maximumFractionDigits = value < 10 && power > 1 ? 1 : 0;
  const format = { style: 'unit', unit: units[power], unitDisplay: 'short', maximumFractionDigits } as const;
  return new Intl.NumberFormat(language, format).format(value);
}
