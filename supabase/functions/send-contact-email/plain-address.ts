/** The address of a connection as some server wrote it down, without brackets and port, if it is one. */
export function plainAddress(written: string): string | undefined {
  const text = written.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isOfFour(bare)) return bare;
  const [whole = ''] = bare.split('%');
  const url = `http://[${whole}]`;
  if (!/^[\da-f:.]+$/i.test(whole) || !URL.canParse(url)) return undefined;
  const parts = partsOf(new URL(url).hostname.slice(1, -1));
  return parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff
    ? parts
        .slice(6)
        .flatMap((part) => [part >> 8, part & 255])
        .join('.')
    : parts.map((part) => part.toString(16)).join(':');
}

/** The last in a list that is an address: each server in between appends that of whom it answers. */
export const lastAddress = (list: string): string | undefined =>
  list
    .split(',')
    .map(plainAddress)
    .findLast((one) => one !== undefined);

const isOfFour = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256);

/** The eight parts of an IPv6 address, of which `::` stands for those that are zero. */
function partsOf(address: string): number[] {
  const [first = [], last = []] = address.split('::').map(numbersIn);
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const numbersIn = (half: string): number[] =>
  half
    .split(':')
    .filter(Boolean)
    .map((part) => Number.parseInt(part, 16));
