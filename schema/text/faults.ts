import type { TextFault } from './tree.ts';

type Told = Omit<TextFault, 'rule' | 'start' | 'length'>;

const insteadOf: Record<string, string> = {
  a: 'write a link as `[words](/about/us)`',
  b: 'write strong words as `**words**`',
  blockquote: 'begin each line of a quotation with `> `',
  br: 'end the line with a backslash, `\\`, to begin a new one',
  code: 'write code between two backticks, `` ` ``',
  em: 'write emphasised words as `*words*`',
  hr: 'write a line of three dashes, `---`, with an empty line above it',
  i: 'write emphasised words as `*words*`',
  img: 'write a picture as `![what it shows](/pictures/name.jpg)`, with empty lines around it',
  li: 'begin each entry of a list with `- `',
  ol: 'begin each entry of a numbered list with `1. `',
  p: 'put an empty line between two paragraphs',
  pre: 'put code between two lines of three backticks, `` ``` ``',
  strong: 'write strong words as `**words**`',
  table: 'write a table with `|` between the cells, and `| --- | --- |` below the first row',
  ul: 'begin each entry of a list with `- `',
};

/** What to do about a tag. */
export function htmlFault(written: string): Told {
  if (written.startsWith('<!--'))
    return {
      message: 'a text cannot hold a comment of HTML',
      label: 'this is HTML',
      advice: 'delete it, or put it on a line of its own above the setting, behind a `#`',
    };
  const [, name = ''] = /^<\/?([a-z][a-z0-9]*)/i.exec(written) ?? [];
  const tag = name.toLowerCase();
  const heading = /^h[1-6]$/.test(tag) ? 'begin a heading with `## `, on a line of its own' : undefined;
  const escape = 'if visitors are to see it, put a backslash in front of it: `\\<`';
  return {
    message: name === '' ? 'a text cannot hold HTML' : `a text cannot hold HTML like \`<${name}>\``,
    label: 'this is HTML',
    advice: insteadOf[tag] ?? heading ?? 'delete it; there is Markdown for what a text can hold',
    note: escape,
  };
}

const called: Record<string, string> = {
  blockquote: 'a quotation',
  code: 'a block of code',
  definition: 'the address of a link on a line of its own',
  heading: 'a heading',
  list: 'a list',
  paragraph: 'a second paragraph',
  table: 'a table',
  thematicBreak: 'a dividing line',
};

/** What a short text cannot hold. */
export function shortFault(type: string): Told {
  const isParagraph = type === 'paragraph';
  return {
    message: `this text is a short one, and cannot hold ${called[type] ?? 'this'}`,
    label: isParagraph ? 'an empty line begins a second paragraph' : 'this begins one',
    advice: isParagraph
      ? 'take out the empty line, or put the text into the `body` of a `text` block'
      : 'put it into the `body` of a `text` block',
    note: isParagraph
      ? undefined
      : 'if visitors are to see the mark itself, put a backslash `\\` in front of it',
  };
}

/** What is wrong with the level of a heading, if anything. */
export function headingFault(depth: number, before: number | undefined): Told | undefined {
  const marks = '#'.repeat(depth);
  const right = Math.min((before ?? 1) + 1, 4);
  if (depth >= 2 && depth <= right) return undefined;
  const better = depth === 1 ? '##' : '#'.repeat(right);
  return {
    message:
      depth === 1
        ? 'a heading in a text begins with `## `, as the page has its main heading already'
        : depth > 4
          ? `\`${marks}\` is too deep: a text has headings of three levels`
          : `\`${marks}\` is a heading below one of \`${marks.slice(1)}\`, and there is none above it`,
    label: `write \`${better}\``,
    fix: { title: `change \`${marks}\` to \`${better}\``, safety: 'suggested', newText: better },
  };
}
