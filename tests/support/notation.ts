/** Texts that golden texts write in short: `x×300` and `(ab)×300` are repeated, `<FF>` and `<CR>` are bytes. */
export const expand = (text: string): string =>
  text
    .replaceAll(/\(([^()]*)\)×(\d+)|(.)×(\d+)/gsu, (_, group: string | undefined, times, sign, count) =>
      (group ?? String(sign)).repeat(Number(times ?? count)),
    )
    .replaceAll('<CR>', '\r')
    .replaceAll('<NUL>', '\0');

/** Writes long runs of a character in this notation. */
export const shorten = (text: string): string =>
  text.replaceAll(/(.)\1{49,}/gsu, (run, sign: string) => `${sign}×${[...run].length}`);

/** The bytes of a text. `<FF>` is no character in any encoding. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Buffer.concat(
    text.split(/(<FF>)/).map((part) => (part === '<FF>' ? Buffer.from([0xff]) : Buffer.from(part))),
  );
