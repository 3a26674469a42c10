import styled from '@emotion/styled';
import { toSchemeColor, color, raisedBox, size, space } from './design-tokens.ts';
import type { CodeToken } from '../../schema/markdown/tree.ts';

/** The colours for syntax highlighting, which are readable on every background. */
const codeColors = {
  comment: color.muted,
  string: toSchemeColor('#1d6b35', '#93d6a0'),
  number: toSchemeColor('#8a4b00', '#f0b878'),
  keyword: toSchemeColor('#8b2a86', '#e3a5e0'),
  name: toSchemeColor('#1f5a9e', '#93c2f4'),
  removed: toSchemeColor('#a3261b', '#ff9d92'),
  added: toSchemeColor('#1d6b35', '#93d6a0'),
} as const;

const Code = styled.pre({
  ...raisedBox,
  margin: 0,
  padding: `${space.item} ${space.wide}`,
  overflowX: 'auto',
  fontSize: size.note,
  lineHeight: 1.6,
  tabSize: 2,
  '& code': { padding: 0, background: 'none', color: color.ink, borderRadius: 0 },
  ...Object.fromEntries(
    Object.entries(codeColors).map(([kind, value]) => [`& [data-kind=${kind}]`, { color: value }]),
  ),
  '& [data-kind=comment]': { color: codeColors.comment, fontStyle: 'italic' },
  '@media print': { whiteSpace: 'pre-wrap' },
});

interface Props {
  codeBlock: string;
  lines?: readonly (readonly CodeToken[])[];
}

/** A block of code in which long lines scroll horizontally. */
export function CodeBlock({ codeBlock, lines }: Props) {
  return (
    <Code tabIndex={0}>
      <code>
        {lines
          ? lines.map((line, lineIndex) => [
              lineIndex > 0 && '\n',
              ...line.map(([code, kind], tokenIndex) =>
                kind === undefined ? (
                  code
                ) : (
                  <span key={`${lineIndex}-${tokenIndex}`} data-kind={kind}>
                    {code}
                  </span>
                ),
              ),
            ])
          : codeBlock}
      </code>
    </Code>
  );
}
