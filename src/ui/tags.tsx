import styled from '@emotion/styled';
import { color, radius, size, space } from './design-tokens.ts';

const List = styled.ul({
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'start',
  gap: space.tight,
  // In a card, the gap above the tags is the same as the gap between paragraphs.
  'li > &': { paddingTop: space.small },
  '& li': {
    padding: '0.125rem 0.625rem',
    border: `1px solid ${color.line}`,
    borderRadius: `var(--button-round,${radius})`,
    fontSize: size.note,
    color: color.ink,
    background: color.ground,
  },
});

export function Tags({ children }: { children: readonly string[] }) {
  return (
    <List>
      {children.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </List>
  );
}
