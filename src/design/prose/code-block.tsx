import styled from '@emotion/styled';
import type { CodeToken } from '../../../schema/text/tree.ts';
import { color, raisedBox, size, space } from '../theme.ts';
import { codeColor } from './code-color.ts';

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
    Object.entries(codeColor).map(([kind, one]) => [`& [data-kind=${kind}]`, { color: one }]),
  ),
  '& [data-kind=comment]': { color: codeColor.comment, fontStyle: 'italic' },
  '@media print': { whiteSpace: 'pre-wrap' },
});

interface Props {
  codeBlock: string;
  lines?: readonly (readonly CodeToken[])[];
}

/** Code on lines of its own; what is wider than the screen is scrolled by itself. */
export function CodeBlock({ codeBlock, lines }: Props) {
  return (
    <Code tabIndex={0}>
      <code>
        {lines
          ? lines.map((line, key) => [
              key > 0 && '\n',
              ...line.map(([code, kind], at) =>
                kind === undefined ? (
                  code
                ) : (
                  <span key={`${key}-${at}`} data-kind={kind}>
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
