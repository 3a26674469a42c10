import styled from '@emotion/styled';
import { color, radius } from '../design/theme.ts';

/** A control of the header that is an icon. What needs a script is hidden where there is none. */
export const IconButton = styled('button', { shouldForwardProp: (name) => name !== 'as' })({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: '2.75rem',
  height: '2.75rem',
  padding: 0,
  border: 0,
  borderRadius: radius,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { background: color.accentWash },
  '& svg': { width: '1.375rem', height: '1.375rem' },
  '@media (scripting: none)': { display: 'none' },
  // The icon is at the edge of the page, not the padding around it.
  'header div > &, li > &:last-child': { marginRight: '-0.6875rem' },
});
