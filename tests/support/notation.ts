/** Expands repetitions such as `x×300` and `(ab)×300` in golden texts. */
export const expandRepetitions = (text: string): string =>
  text.replaceAll(
    /\(([^()]*)\)×(\d+)|(.)×(\d+)/gsu,
    (_, group?: string, times = '0', sign = '', count = '0') =>
      group === undefined ? String(sign).repeat(Number(count)) : group.repeat(Number(times)),
  );

/** Shortens each run of 50 or more equal characters to the notation that `expandRepetitions` reads. */
export const shortenRepetitions = (text: string): string =>
  text.replaceAll(/(.)\1{49,}/gsu, (run, sign: string) => `${sign}×${[...run].length}`);

/** Converts text to bytes. `<FF>` stands for one byte in hexadecimal digits. */
export const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Buffer.concat(
    text.split(/<([\dA-F]{2})>/).map((part, index) => Buffer.from(part, index % 2 === 0 ? 'utf8' : 'hex')),
  );
