import styled from '@emotion/styled';
import { space } from '../theme.ts';

/** A section of facts, with its words above them or beside. */
export const factsFrame = {
  display: 'grid',
  gap: space.wide,
  '& > div:first-of-type > div': { marginBottom: 0 },
} as const;
/** The words and buttons of such a section. */
export const FactsWords = styled.div({ display: 'grid', gap: space.wide, justifyItems: 'start' });
