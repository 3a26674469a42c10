import { suggest } from '../base/did-you-mean.ts';
import type { Path } from '../base/path.ts';
import { short } from '../base/wording.ts';
import { choices, type Diagnostic, diagnostic, type InData } from '../diagnostics/diagnostic.ts';

/** Whether a text has braces that could be those of a name. */
export const hasBraces = (text: string): boolean => text.includes('{{') || text.includes('}}');

export const definedNames = '`_site.yaml` defines these names; more can be added under `variables:`';

/** Names in braces of which one is missing or too many, or with a name that none can be. */
export function brokenVariables(
  text: string,
  path: Path,
  names: readonly string[],
): (Diagnostic<InData> & { within: { start: number; length: number } })[] {
  return braceGroups(withoutCode(text)).map(([start, end]) => {
    const written = text.slice(start, end);
    const inside = written.replaceAll(/^[{\s]+|[}\s]+$/g, '');
    const isName = names.includes(inside);
    const best = isName ? inside : (lastWord(inside, names) ?? suggest(inside, names));
    const within = { start, length: end - start };
    const { fix, ...list } = choices(inside, names, best);
    const isWhole = /^\{\{[^{}]*\}\}$/.test(written);
    const found = diagnostic({
      path,
      within,
      rule: 'unknown-variable',
      message: isWhole
        ? `\`${short(written)}\` stands for nothing`
        : `\`${short(written)}\` needs just two braces on either side`,
      ...list,
      label: best === undefined ? 'visitors would read the braces' : `did you mean \`{{${best}}}\`?`,
      note: definedNames,
      fix: fix && {
        title: `change \`${written}\` to \`{{${best}}}\``,
        safety: isName ? 'safe' : 'suggested',
        newText: `{{${best}}}`,
      },
    });
    return { ...found, within };
  });
}

/** Others write `{{site.phone}}`. */
const lastWord = (inside: string, names: readonly string[]) =>
  names.find((name) => name === inside.split(/[^\w-]+/).at(-1));

/** Code may hold braces of its own. */
const withoutCode = (text: string) =>
  text.includes('`') || text.includes('~~~') || text.includes('\n    ')
    ? text.replaceAll(code, (found) => ' '.repeat(found.length))
    : text;
const code = /^(`{3,}|~{3,})[^\n]*\n[^]*?(?:^\1|(?![^]))|(?<!`)(`+)(?!`)[^]+?(?<!`)\2(?!`)|^ {4}.*/gm;

/** From the first brace of a group to its last, where these are not those of a name. */
function braceGroups(text: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  let open: { at: number; count: number; end: number } | undefined;
  const alone = ({ at, count, end }: NonNullable<typeof open>) => {
    const word = /^[\w-]*/.exec(text.slice(end, end + 60))?.[0].length ?? 0;
    if (count > 1) found.push([at, end + word]);
  };
  for (const { 0: braces, index } of text.matchAll(/\{+|\}+/g)) {
    const end = index + braces.length;
    const isBeginning = braces.startsWith('{');
    if (open && !isBeginning && !text.slice(open.end, index).includes('\n')) {
      const isName = /^\s*[\w-]+\s*$/.test(text.slice(open.end, index));
      const isPlain = open.count === 2 && braces.length === 2 && isName;
      if (!isPlain && Math.max(open.count, braces.length) > 1) found.push([open.at, end]);
      open = undefined;
      continue;
    }
    if (open) alone(open);
    open = isBeginning ? { at: index, count: braces.length, end } : undefined;
    if (isBeginning || braces.length < 2) continue;
    const word = /[\w-]*$/.exec(text.slice(Math.max(index - 60, 0), index))?.[0].length ?? 0;
    found.push([index - word, end]);
  }
  if (open) alone(open);
  return found;
}
