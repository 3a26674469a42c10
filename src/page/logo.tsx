import type { PageHeader } from '../../schema/resolve/page-view.ts';
import styled from '@emotion/styled';
import type { Site } from '../../schema/site/site.ts';
import type { GetAriaCurrent } from './current-link.ts';
import { languageAttributes } from '../../schema/fields/language.ts';
import { encodePath } from '../../schema/fields/file-types.ts';
import { breakpoints, color, size, touchTarget } from '../ui/design-tokens.ts';
import { toSiteUrl } from '../ui/site-url.ts';

/** Props of the header and the footer. */
export interface HeaderProps {
  site: Site;
  mark: GetAriaCurrent;
  /** Page settings that override the site settings for the header and footer. */
  own?: PageHeader | undefined;
}

/**
 * Returns the language attributes for text from the site settings, or `undefined` if that text is in the page's
 * language.
 */
export const toSiteLanguage = ({ frameLanguage }: Pick<Site, 'frameLanguage'>) =>
  frameLanguage === undefined ? undefined : languageAttributes(frameLanguage);

/** Returns the language attributes of the header and footer, or `undefined` if they are in the page's language. */
export const toFrameLanguage = ({ frameLanguage, hasOwnFrame }: Site) =>
  hasOwnFrame ? undefined : toSiteLanguage({ frameLanguage });

/** The company name as a logo. */
export const Wordmark = styled.a({
  ...touchTarget,
  gap: '0.45em',
  fontFamily: 'var(--display)',
  fontSize: size.subheading,
  fontWeight: 650,
  // A line height for long company names, which wrap on phones.
  lineHeight: 1.15,
  letterSpacing: '-0.03em',
  hyphens: 'manual',
  [`@container header (max-width: ${breakpoints.phone}rem)`]: { fontSize: size.item },
  color: color.ink,
  textDecoration: 'none',
  '&:hover': { color: color.accentStrong },
});

export function Logo({ site }: { site: Site }) {
  return site.theme.logo === undefined ? null : (
    <img src={toSiteUrl(encodePath(site.theme.logo))} alt="" width={28} height={28} fetchPriority="low" />
  );
}
