import type { Blockquote, RootContent } from 'mdast';
import { suggestName } from '../diagnostics/similar-names.ts';
import type { ParseContext } from './parse-context.ts';
import { type AlertKind, alertKinds } from './tree.ts';

const marker = /^\[!([\p{L}-]+)\][ \t]*\n?/u;

/** The names of notice kinds in other systems, with the equivalent kinds in this engine. */
const kindByAlias: Readonly<Record<string, AlertKind>> = { info: 'note', danger: 'caution' };

const alertMarkers = alertKinds.map((kind) => `\`[!${kind.toUpperCase()}]\``);

/** Returns the kind and content of a notice, which is a quotation that begins with a marker such as `[!NOTE]`. */
export function parseAlert(
  { children }: Blockquote,
  context: ParseContext,
): { alert: AlertKind; nodes: RootContent[] } | undefined {
  const [first, ...otherBlocks] = children;
  const [text, ...inline] = first?.type === 'paragraph' ? first.children : [];
  if (first?.type !== 'paragraph' || text?.type !== 'text') return undefined;
  const [mark, name = ''] = marker.exec(text.value) ?? [];
  if (mark === undefined || context.readSource(text).source.startsWith('\\')) return undefined;
  const kind = name.toLowerCase();
  const alert = alertKinds.find((alertKind) => alertKind === kind);
  if (!alert) {
    reportUnknownKind(name, context.readSource(text).start, context);
    return undefined;
  }
  const start = text.position?.start;
  // Two spaces after the marker are a line break, which is not part of the content.
  const remainingInline = text.value === mark && inline[0]?.type === 'break' ? inline.slice(1) : inline;
  const remainingText = text.value.slice(mark.length);
  const textAfterMarker = {
    ...text,
    value: remainingText,
    ...(text.position &&
      start?.offset !== undefined && {
        position: { ...text.position, start: { ...start, offset: start.offset + mark.length } },
      }),
  };
  const paragraph = {
    ...first,
    children: remainingText === '' ? remainingInline : [textAfterMarker, ...remainingInline],
  };
  return { alert, nodes: paragraph.children.length > 0 ? [paragraph, ...otherBlocks] : otherBlocks };
}

function reportUnknownKind(name: string, start: number, context: ParseContext): void {
  const kind = name.toLowerCase();
  const kindName = (
    Object.hasOwn(kindByAlias, kind) ? kindByAlias[kind] : suggestName(kind, [...alertKinds])
  )?.toUpperCase();
  context.problems.push({
    rule: 'text-marks',
    start,
    length: name.length + 3,
    message: `\`[!${name}]\` is not a kind of notice, so visitors will see these marks`,
    label: 'unknown kind of notice',
    ...(kindName !== undefined && { didYouMean: `[!${kindName}]` }),
    advice: `write ${alertMarkers.slice(0, -1).join(', ')} or ${alertMarkers.at(-1)}`,
    fix:
      kindName === undefined
        ? undefined
        : {
            title: `change \`[!${name}]\` to \`[!${kindName}]\``,
            safety: 'suggested',
            newText: `[!${kindName}]`,
          },
  });
}

/** Reports a notice marker outside a quotation, because visitors would see the marker. */
export function reportStrayMarker(source: string, start: number, context: ParseContext): void {
  const [mark, name = ''] = marker.exec(source) ?? [];
  if (mark === undefined || !alertKinds.some((kind) => kind === name.toLowerCase())) return;
  context.problems.push({
    rule: 'text-marks',
    start,
    length: name.length + 3,
    message: `visitors will see this \`[!${name}]\`, because it is not in a quotation`,
    label: 'no notice begins here',
    advice: `begin each line of the notice with \`> \`: \`> [!${name.toUpperCase()}]\``,
  });
}
