import styled from '@emotion/styled';
import type { Site } from '../../schema/content/site.ts';
import type { CurrentLink } from './current-link.ts';
import type { PageHeader } from './page-view.ts';
import { encodePath } from '../../schema/content/file-types.ts';
import { color, size } from '../components/theme.ts';

/** What header and footer are rendered with. */
export interface HeaderProps {
  site: Site;
  mark: CurrentLink;
  /** What the page has in the place of what all pages have. */
  own?: PageHeader | undefined;
}

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
    <img src={encodePath(site.theme.logo)} alt="" width={28} height={28} fetchPriority="low" />
  );
}
