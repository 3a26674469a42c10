import type { Root, RootContent } from 'mdast';
import { truncate } from '../diagnostics/wording.ts';
import { foreignMarkKinds } from './foreign-mark-kinds.ts';
import type { TextProblem } from './tree.ts';

// A fast test, for nearly all texts.
const mayBeForeign = new RegExp(
  String.raw`[{^]|\[oaicite:|\[https?:|\[mailto:|~~\S|<\/?[ovwm]:|<\/?st\d:|!\[[^\]\n]*\|\d|^[ \t>]*\+[-=]|%%|==|\$[^\n$]*[^\s$]\$|\$\$|~\w|:::|:[a-z+-][\w+.-]*:|!!! |\?\?\?|''|\+\+\S|\|\||<[%?!A-Z]|` +
    String.raw`\[(?:[[!/@%_]|toc\]|TOC\]|NOTE|TIP|IMPORTANT|WARNING|CAUTION|\w[\w-]*(?:=| +[\w-]+=))|` +
    String.raw`%\(\w|(?:image|include|video|audio|xref|footnote|kbd|btn|icon)::?\S*\[|8<|^[ \t>]*(?:[-*+][ \t]+)?(?:\/\/\/|[!?]> |!include|\+\+\+ )|` +
    String.raw`@(?:import|if|else|end|for|while|unless|isset|empty|auth|include|extends|section|yield|switch|case)|` +
    String.raw`\[:[a-z\]]|,,\S|>!|\[(?:br|hr|more|read|pagebreak|nextpage|clear|BR|HR|MORE|More|source,|listing,|[Yy]our |YOUR |[Ii]nsert |INSERT )|` +
    String.raw`[Ll]orem [Ii]psum|LOREM|&[a-z][a-z\d]{2,30};|` +
    String.raw`link:|https?:[^\s\[\]()]*\[|\)\[|&lt;|\[ *! +\w|\[ +!|\[!\w+ +\]|\x60_|` +
    String.raw`\\[[(A-Za-z]|":(?:http|\/)|__TOC__|^[ \t>]*(?:[-*+] +)?(?:(?:h[1-6]|bq|p)[.(]|\.\. |: |import |export |\*\[|---[ \t]*\n)`,
  'm',
);

/** Whether a text may have marks of other systems. */
export const mayHaveForeignMarks = (text: string): boolean => mayBeForeign.test(text);

const most = 50;

/** Reports marks of other systems, each at its place. `visible` is the text without code and addresses. */
export function foreignMarks(text: string, visible: string, kind: 'long' | 'short' | 'plain'): TextProblem[] {
  const isMarkdown = kind !== 'plain';
  const found: TextProblem[] = [];
  const taken = new Uint8Array(text.length);
  const kinds = foreignMarkKinds.filter(({ isInLong = true }) => isInLong || kind !== 'long');
  for (const { pattern, name, advice, instead, isMark, isMarkdown: needsMarkdown, isWhole } of kinds)
    for (const { 0: whole, 1: inside = '', index } of visible.matchAll(pattern)) {
      const written = whole.trim();
      const from = index + whole.indexOf(written);
      const to = from + (isWhole ? written : (written.split('\n', 1)[0] ?? '').trimEnd()).length;
      if (isMark?.(written) === false) continue;
      if (to <= from || taken.subarray(from, to).includes(1)) continue;
      taken.fill(1, from, to);
      const mark = text.slice(from, to);
      const [firstLine = ''] = mark.split('\n');
      const newText = needsMarkdown && !isMarkdown ? undefined : instead?.(mark, inside);
      found.push({
        rule: 'text-marks',
        start: from,
        length: to - from,
        message: `${quoted(truncate(firstLine.trimEnd()))} means nothing here: other systems take it for ${name}`,
        label: 'visitors would read this as it stands',
        advice,
        note: isMarkdown
          ? 'if visitors are to read it exactly as it is, put it between two backticks'
          : undefined,
        fix:
          newText === undefined
            ? undefined
            : { title: newText === '' ? 'delete it' : `write ${newText}`, safety: 'suggested', newText },
      });
      if (found.length === most) return found;
    }
  return found.toSorted((a, b) => a.start - b.start);
}

const quoted = (mark: string) => (mark.includes('`') ? `"${mark}"` : `\`${mark}\``);

/** Takes code, HTML and the targets of links out of a text. Everything else stays at its place. */
export function withoutUnseen(text: string, root: Root): string {
  const parts: string[] = [];
  let done = 0;
  const leaveOut = (from = 0, to = 0) => {
    if (from < done) return;
    parts.push(text.slice(done, from), text.slice(from, to).replaceAll(/[^\n]/g, '\uFFFC'));
    done = to;
  };
  const walk = (node: Root | RootContent): void => {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset];
    if (['code', 'inlineCode', 'html', 'definition'].includes(node.type)) leaveOut(from, to);
    else if (node.type === 'image') leaveOut((from ?? 0) + 2 + (node.alt?.length ?? 0), to);
    else if ('children' in node) {
      const isAutolink = node.type === 'link' && text[from ?? 0] !== '[';
      if (isAutolink) leaveOut(from, to);
      else for (const child of node.children) walk(child);
      if (node.type === 'link') leaveOut(node.children.at(-1)?.position?.end.offset ?? from, to);
    }
  };
  walk(root);
  parts.push(text.slice(done));
  return parts.join('');
}
