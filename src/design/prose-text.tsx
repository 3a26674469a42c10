import styled from '@emotion/styled';
import type { TextPart } from '../../schema/text/tree.ts';
import { CodeBlock } from './prose/code-block.tsx';
import { Figure } from './prose/figure.tsx';
import { Footnotes } from './prose/footnotes.tsx';
import { InlineText } from './inline-text.tsx';
import { List } from './prose/list.tsx';
import { Table } from './prose/table.tsx';
import { color, from, measure, size, space } from './theme.ts';

const Column = styled.div({
  display: 'grid',
  gap: space.item,
  maxWidth: measure.text,
  // A heading is closer to the text that it begins than to the text before it.
  '& :is(h2, h3)': { marginBottom: `-${space.hair}` },
  '& > * + h3': { marginTop: space.item },
  '& > * + h2': { marginTop: space.item, [from.tablet]: { marginTop: '2rem' } },
  '& h3': { fontSize: size.item },
  '& h2': { fontSize: size.subheading },
  '& ul': { display: 'grid', gap: space.tight },
  '& li': { paddingLeft: '1.25rem', position: 'relative' },
  '& li::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: '0.7em',
    width: '0.5rem',
    borderTop: `2px solid ${color.muted}`,
  },
});
const Quote = styled.blockquote({
  display: 'grid',
  gap: space.small,
  margin: 0,
  padding: `${space.hair} 0 ${space.hair} ${space.wide}`,
  borderLeft: `2px solid ${color.accent}`,
  color: color.ink,
});
const Divider = styled.hr({
  width: '100%',
  margin: `${space.tight} 0`,
  border: 0,
  borderTop: `1px solid ${color.line}`,
});
const Deep = styled.h4({
  fontSize: size.body,
  fontWeight: 650,
  marginTop: space.tight,
  marginBottom: `-${space.hair}`,
});

type Level = 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

interface Props {
  children: readonly TextPart[];
  /** That of the headings that begin with `##`. */
  level?: 'h2' | 'h3' | 'h4';
}

/** Longer text: paragraphs, headings, lists, quotations, tables, code and pictures. */
export function ProseText({ children, level = 'h3' }: Props) {
  return (
    <Column>
      <Parts level={level}>{children}</Parts>
    </Column>
  );
}

function Parts({ children, level = 'h3' }: Props) {
  const inside = (parts: readonly TextPart[]) => <Parts level={level}>{parts}</Parts>;
  return children.map((part, key) => {
    if ('paragraph' in part)
      return (
        <InlineText key={key} as="p">
          {part.paragraph}
        </InlineText>
      );
    if ('subheading' in part) {
      const own = `h${Math.min(Number(level[1]) + part.depth - 2, 6)}` as Level; // from 2 to 6
      const Heading = own === 'h2' || own === 'h3' ? own : Deep;
      return (
        <Heading key={key} id={part.id} {...(Heading === Deep && { as: own })}>
          <InlineText>{part.subheading}</InlineText>
        </Heading>
      );
    }
    if ('list' in part) return <List key={key} {...part} inside={inside} />;
    if ('quote' in part) return <Quote key={key}>{inside(part.quote)}</Quote>;
    if ('codeBlock' in part) return <CodeBlock key={key} {...part} />;
    if ('table' in part) return <Table key={key} {...part} />;
    if ('picture' in part) return <Figure key={key} {...part} />;
    if ('footnotes' in part) return <Footnotes key={key} {...part} inside={inside} />;
    return <Divider key={key} />;
  });
}
