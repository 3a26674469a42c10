import { oncePerText } from '../../schema/base/once-per-text.ts';
import type { HtmlDocument } from './html-frame.ts';

const styleBytes = oncePerText(200, (styles) => Buffer.from(styles));
let room = Buffer.allocUnsafe(2 ** 18);

/** A document in UTF-8, until the next one is asked for. */
export function htmlBytes({ before, styles, after }: HtmlDocument): Uint8Array {
  const between = styleBytes(styles);
  const most = 3 * (before.length + after.length) + between.length;
  if (most > room.length) room = Buffer.allocUnsafe(2 * most);
  let length = room.write(before);
  length += between.copy(room, length);
  length += room.write(after, length);
  return room.subarray(0, length);
}
