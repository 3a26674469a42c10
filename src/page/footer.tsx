import styled from '@emotion/styled';
import type { Site } from '../../schema/site/site.ts';
import { FileNote, useLinkTo } from '../ui/link.tsx';
import { color, from, size, space, touchTarget } from '../ui/design-tokens.ts';
import { Icon, IconsContext } from '../ui/icon.tsx';
import { allowEmailLineBreaks } from '../ui/line-breaks.tsx';
import { currentLinkStyles, type GetAriaCurrent } from './current-link.ts';
import { toFrameLanguage, type HeaderProps, Logo, Wordmark } from './logo.tsx';
import { Slot } from './slot.tsx';

const Link = styled.a({
  ...touchTarget,
  gap: '0.3em',
  color: color.ink,
  overflowWrap: 'anywhere',
  // On desktops, columns in a row are never narrower than their longest word.
  [from.desktop]: { overflowWrap: 'break-word' },
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '&[aria-current]': { ...currentLinkStyles, color: color.accent },
});

type FooterItems = Site['footer']['groups'][number]['items'] | Site['footer']['social'];

function FooterLinks({ items, mark: getAriaCurrent }: { items: FooterItems; mark: GetAriaCurrent }) {
  const linkTo = useLinkTo();
  return (
    <ul>
      {items.map((item) => (
        <li key={item.label}>
          <Link
            {...('to' in item ? linkTo(item.to) : { href: item.href })}
            aria-current={'to' in item ? getAriaCurrent(item.to) : undefined}
          >
            {'icon' in item && <Icon name={item.icon} />}
            {item.label.includes('@') ? <span>{allowEmailLineBreaks(item.label)}</span> : item.label}
            {'to' in item && <FileNote to={item.to} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const FooterFrame = styled.footer({
  background: color.ground,
  color: color.ink,
  paddingBlock: `${space.block} ${space.wide}`,
  // Separates the footer from a coloured block above it.
  borderTop: `1.5px solid ${color.ink}`,
  // On landing pages, the footer only contains its last line.
  '&:has(> div > :only-child)': { paddingBlock: space.wide },
});
const FooterColumns = styled.div({
  display: 'grid',
  gap: `${space.wide} ${space.block}`,
  [from.phone]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
  [from.desktop]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 3fr)' },
});
// Aligns the company name with the headings next to it.
const CompanyInfo = styled.div({
  display: 'grid',
  gap: space.item,
  alignContent: 'start',
  maxWidth: '24rem',
  '& p + p': { color: color.muted },
  [from.phone]: { marginTop: '-0.875rem' },
});
// Groups of links, in two columns of the same height. In large windows, the groups are in a single row.
const Groups = styled.div({
  columns: 2,
  columnGap: space.item,
  '& > *': { breakInside: 'avoid', paddingBottom: space.item },
  [from.belowPhone]: { '& a': { fontSize: size.note } },
  [from.desktop]: {
    display: 'grid',
    gridAutoFlow: 'column',
    columnGap: space.wide,
  },
});
const Address = styled.address({ fontStyle: 'normal', color: color.muted });
// Headings in the footer do not use the display font, which is too thin at this size.
const Heading = styled.h2({
  fontFamily: 'var(--text)',
  fontSize: size.note,
  letterSpacing: 0,
  color: color.muted,
  fontWeight: 650,
  marginBottom: space.tight,
});
const LegalLine = styled.div({
  display: 'grid',
  gap: `${space.tight} ${space.wide}`,
  alignItems: 'center',
  marginTop: space.wide,
  paddingTop: space.item,
  borderTop: `1px solid ${color.line}`,
  fontSize: size.note,
  color: color.muted,
  [from.tablet]: { gridTemplateColumns: 'minmax(0, 1fr) auto', marginTop: space.large },
  '&:only-child': { marginTop: 0, paddingTop: 0, borderTop: 0 },
});
const LinkLists = styled.div({ '&, & ul': { display: 'flex', flexWrap: 'wrap', gap: `0 ${space.wide}` } });

const SlotFrame = styled.div({ marginBlock: space.item });

/** The page footer: company, links and postal address. */
export function Footer({ site, mark: getAriaCurrent, own: overrides }: HeaderProps) {
  const { footer } = site;
  const isLandingPage = overrides?.bare === true;
  return (
    <FooterFrame
      data-tone="tinted"
      aria-label={isLandingPage ? undefined : footer.label}
      {...toFrameLanguage(site)}
    >
      <div className="container">
        {!isLandingPage && (
          <Slot name="footer-start" site={site}>
            {(view) => <SlotFrame>{view}</SlotFrame>}
          </Slot>
        )}
        {!isLandingPage && (
          <FooterColumns>
            <CompanyInfo>
              <Wordmark data-name="" as="p">
                <Logo site={site} />
                {site.company}
              </Wordmark>
              {footer.lead !== undefined && <p>{footer.lead}</p>}
              {site.address.length > 0 && (
                <div>
                  {footer.address !== undefined && <Heading>{footer.address}</Heading>}
                  <Address>
                    {site.address.map((line) => (
                      <p key={line}>{line}</p>
                    ))}
                  </Address>
                </div>
              )}
            </CompanyInfo>
            <Groups>
              {footer.groups.map((group) => (
                <nav key={group.heading} aria-label={group.heading}>
                  <Heading>{group.heading}</Heading>
                  <FooterLinks items={group.items} mark={getAriaCurrent} />
                </nav>
              ))}
            </Groups>
          </FooterColumns>
        )}
        <LegalLine>
          {footer.note !== undefined && <p>{footer.note}</p>}
          <LinkLists>
            {footer.legal.length > 0 && <FooterLinks items={footer.legal} mark={getAriaCurrent} />}
            {!isLandingPage && footer.social.length > 0 && (
              <IconsContext value={site.profileIcons ?? {}}>
                <FooterLinks items={footer.social} mark={getAriaCurrent} />
              </IconsContext>
            )}
          </LinkLists>
        </LegalLine>
        {!isLandingPage && (
          <Slot name="footer-end" site={site}>
            {(view) => <SlotFrame>{view}</SlotFrame>}
          </Slot>
        )}
      </div>
    </FooterFrame>
  );
}
