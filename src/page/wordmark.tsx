import styled from '@emotion/styled';
import { urlOf } from '../../schema/base/file-kinds.ts';
import type { Site } from '../../schema/site.ts';
import { color, size } from '../design/theme.ts';

/** The name of the company, as its logo. */
export const Wordmark = styled.a({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.45em',
  minHeight: '2.75rem',
  fontFamily: 'var(--display)',
  fontSize: size.subheading,
  fontWeight: 650,
  // A long name has two lines on a phone.
  lineHeight: 1.15,
  letterSpacing: '-0.03em',
  color: color.ink,
  textDecoration: 'none',
  '&:hover': { color: color.accentStrong },
});

export function Logo({ site }: { site: Site }) {
  return site.theme.logo === undefined ? null : (
    <img src={urlOf(site.theme.logo)} alt="" width={28} height={28} fetchPriority="low" />
  );
}
