import type { Blockquote, RootContent } from 'mdast';
import { suggest } from '../diagnostics/similar-names.ts';
import type { ParseContext } from './parse-context.ts';
import { type AlertKind, alertKinds } from './tree.ts';

const marker = /^\[!([\p{L}-]+)\][ \t]*\n?/u;

/** Names of kinds in other systems, with the names here. */
const otherNames: Readonly<Record<string, AlertKind>> = { info: 'note', danger: 'caution' };

const written = alertKinds.map((kind) => `\`[!${kind.toUpperCase()}]\``);

/** Returns the kind and the content of a quotation that begins with a marker such as `[!NOTE]`. */
export function alertOf(
  { children }: Blockquote,
  found: ParseContext,
): { alert: AlertKind; nodes: RootContent[] } | undefined {
  const [first, ...others] = children;
  const [text, ...inline] = first?.type === 'paragraph' ? first.children : [];
  if (first?.type !== 'paragraph' || text?.type !== 'text') return undefined;
  const [mark, name = ''] = marker.exec(text.value) ?? [];
  if (mark === undefined || found.written(text).source.startsWith('\\')) return undefined;
  const kind = name.toLowerCase();
  const alert = alertKinds.find((one) => one === kind);
  if (!alert) {
    reportKind(name, found.written(text).start, found);
    return undefined;
  }
  const start = text.position?.start;
  // Two spaces at the end of the first line are a line break.
  const rest = text.value === mark && inline[0]?.type === 'break' ? inline.slice(1) : inline;
  const words = text.value.slice(mark.length);
  const moved = {
    ...text,
    value: words,
    ...(text.position &&
      start?.offset !== undefined && {
        position: { ...text.position, start: { ...start, offset: start.offset + mark.length } },
      }),
  };
  const paragraph = { ...first, children: words === '' ? rest : [moved, ...rest] };
  return { alert, nodes: paragraph.children.length > 0 ? [paragraph, ...others] : others };
}

function reportKind(name: string, start: number, found: ParseContext): void {
  const kind = name.toLowerCase();
  const title = (
    Object.hasOwn(otherNames, kind) ? otherNames[kind] : suggest(kind, [...alertKinds])
  )?.toUpperCase();
  found.faults.push({
    rule: 'text-marks',
    start,
    length: name.length + 3,
    message: `\`[!${name}]\` is not a kind of notice, so visitors will see these marks`,
    label: 'unknown kind of notice',
    ...(title !== undefined && { didYouMean: `[!${title}]` }),
    advice: `write ${written.slice(0, -1).join(', ')} or ${written.at(-1)}`,
    fix:
      title === undefined
        ? undefined
        : {
            title: `change \`[!${name}]\` to \`[!${title}]\``,
            safety: 'suggested',
            newText: `[!${title}]`,
          },
  });
}

/** Reports the marker of a notice outside a quotation: visitors would see it. */
export function reportStrayMarker(source: string, start: number, found: ParseContext): void {
  const [mark, name = ''] = marker.exec(source) ?? [];
  if (mark === undefined || !alertKinds.some((kind) => kind === name.toLowerCase())) return;
  found.faults.push({
    rule: 'text-marks',
    start,
    length: name.length + 3,
    message: `visitors will see this \`[!${name}]\`, because it is not in a quotation`,
    label: 'no notice begins here',
    advice: `begin each line of the notice with \`> \`: \`> [!${name.toUpperCase()}]\``,
  });
}
