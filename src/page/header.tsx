import styled from '@emotion/styled';
import type { Site } from '../../schema/site/site.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { FileNote, useLinkTo } from '../ui/link.tsx';
import { breakpoints, color, space, headerHeight, touchTarget } from '../ui/design-tokens.ts';
import { Glyph } from '../ui/icon.tsx';
import { IconButton, HeaderAction, Navigation, toRowQuery } from './navigation-menu.tsx';
import { toFrameLanguage, type HeaderProps, Logo, toSiteLanguage, Wordmark } from './logo.tsx';
import { useHeaderRowWidth } from './slot.tsx';

const AnnouncementStrip = styled.aside({
  background: color.accentWash,
  borderBottom: `1px solid ${color.line}`,
  color: color.ink,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `0 ${space.wide}`,
    paddingBlock: space.hair,
  },
  '& p': { paddingBlock: space.tight },
  '& > div > a': { ...touchTarget, gap: '0.3em', fontWeight: 650 },
  '@media print': { display: 'none' },
});

type AnnouncementProps = NonNullable<Site['announcement']> & {
  language?: ReturnType<typeof toFrameLanguage>;
};

/** An announcement above the header on every page. */
function Announcement({ label, text, link, language }: AnnouncementProps) {
  const linkTo = useLinkTo();
  return (
    <AnnouncementStrip aria-label={label} {...language}>
      <div className="container">
        <InlineText as="p">{text}</InlineText>
        {link && (
          <a {...('to' in link ? linkTo(link.to) : { href: link.href })}>
            {link.label}
            {'to' in link && <FileNote to={link.to} />}
          </a>
        )}
      </div>
    </AnnouncementStrip>
  );
}

/** The search button. The loader delays clicks until the code of the search dialog is loaded. */
function SearchButton({ label, failed }: { label: string; failed: string }) {
  return (
    <IconButton type="button" title={label} data-find={failed} {...{ command: '--search' }}>
      <Glyph name="search" path="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14m5 12 4.5 4.5" />
      <span className="for-screen-readers">{label}</span>
    </IconButton>
  );
}

/** The window widths in rem from which the page content has its full width, by the theme setting `width`. */
const fullWidthWindowsRem: Record<Site['theme']['width'], number> = { narrow: 74, page: 81, full: 98 };
/**
 * Container queries for very narrow headers: `name` is the query for moving the company name to a separate line, `menu`
 * the query for hiding the label of the menu button.
 */
const narrowHeaderQueries = {
  name: '@container header (max-width: 17.9rem)',
  menu: '@container header (max-width: 12.9rem)',
} as const;
const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

// The box keeps its height while the bar inside it shrinks, so that nothing below a compact header moves.
const Bar = styled.header<{ row: number; widest: number }>(({ row: rowWidth, widest: pageWindow }) => ({
  position: 'sticky',
  top: 0,
  zIndex: 10,
  minHeight: headerHeight.full,
  pointerEvents: 'none',
  // Container queries take enlarged text into account. Media queries do not do so in every browser.
  containerType: 'inline-size',
  containerName: 'header',
  '& > div': {
    pointerEvents: 'auto',
    minHeight: headerHeight.now,
    background: color.ground,
    borderBottom: '1px solid transparent',
    transition: 'min-height .2s, border-color .2s',
    'html[data-scrolled] &': { borderColor: color.line },
  },
  '& > div > div': {
    // The height of the header without its bottom border.
    minHeight: `calc(${headerHeight.now} - 1px)`,
    display: 'flex',
    alignItems: 'center',
    gap: space.small,
    '& > :first-child': { marginInlineEnd: 'auto' },
    '& > nav + button': { marginInlineStart: `-${space.small}` },
    // Widens a row that does not fit into the page width. The 2 % are added because text grows slightly with the window
    // width.
    ...(rowWidth > pageWindow && {
      [toRowQuery(rowWidth)]: { maxWidth: `${Math.ceil(rowWidth * 1.02)}rem` },
    }),
  },
  // With very large text, the name is on a line below the controls, so that the open menu does not cover them.
  [narrowHeaderQueries.name]: {
    '& > div': { [headerHeight.name]: headerHeight.compact },
    '& > div > div': { flexWrap: 'wrap', alignContent: 'center', gap: `0 ${space.small}` },
    '& > div > div > :first-child': { order: 1, flex: '1 1 100%', fontSize: '1.25rem' },
    '& > div > div > :nth-child(2)': { marginInlineStart: `-${space.small}`, marginInlineEnd: 'auto' },
  },
  '@media (max-width: 18rem)': { position: 'static' },
}));
/** Opacity of a header over a picture, in per cent. The opacity is high enough for readable text over any picture. */
const overlayOpacityPercent = 82;
// A header that overlays the first block of the page.
const OverlayBar = styled(Bar)({
  color: color.ink,
  '& > div': { background: `color-mix(in srgb, ${color.ground} ${overlayOpacityPercent}%, transparent)` },
  'html[data-scrolled] & > div, &:has(:popover-open) > div': { background: color.ground },
  '& nav:not(:popover-open)': { background: 'none' },
  '& a[aria-current]:not(li li a)': { color: color.ink },
});
const MenuSwitch = styled.button<{ row: number }>(({ row: rowWidth }) => ({
  flex: 'none',
  minHeight: '2.75rem',
  padding: `0 ${space.small}`,
  marginInlineEnd: `-${space.small}`,
  border: 0,
  background: 'none',
  fontWeight: 650,
  cursor: 'pointer',
  [toRowQuery(rowWidth)]: { display: 'none' },
  [narrowHeaderQueries.menu]: { '& > span > span': visuallyHidden },
  '& > span': { display: 'flex', alignItems: 'center', gap: space.tight },
  '& > span + span, header:has(nav:popover-open) & > span': { display: 'none' },
  'header:has(nav:popover-open) & > span + span': { display: 'flex' },
}));

/** The page header: name, navigation and one action. Its menus are popovers, so they work without JavaScript. */
export function Header({ site, mark: getAriaCurrent, own: overrides }: HeaderProps) {
  const { navigation } = site;
  const language = toFrameLanguage(site);
  const overlayTone = overrides?.over;
  const HeaderBar = overlayTone === undefined ? Bar : OverlayBar;
  const linkTo = useLinkTo();
  const homeRoute = site.homes?.[site.language] ?? '/';
  const rowWidth = useHeaderRowWidth(overrides?.row ?? site.headerRow ?? breakpoints.desktop);
  return (
    <>
      <a className="skip" href="#content" {...language}>
        {navigation.skip}
      </a>
      {overrides?.notice && (
        <Announcement
          label={overrides.notice.label}
          text={[{ strong: [overrides.notice.label] }, ` ${overrides.notice.text}`]}
        />
      )}
      {site.announcement && !overrides?.bare && (
        <Announcement {...site.announcement} language={toSiteLanguage(site)} />
      )}
      <HeaderBar
        row={rowWidth}
        widest={fullWidthWindowsRem[site.theme.width]}
        {...language}
        {...(overlayTone !== undefined && { 'data-over': '', 'data-tone': overlayTone })}
      >
        <div>
          <div className="container">
            <Wordmark
              data-name=""
              {...linkTo(homeRoute)}
              aria-label={`${site.company}, ${navigation.home}`}
              aria-current={getAriaCurrent(homeRoute) === 'page' ? 'page' : undefined}
            >
              <Logo site={site} />
              {site.company}
            </Wordmark>
            {overrides?.bare ? (
              overrides.action && <HeaderAction action={overrides.action} mark={getAriaCurrent} />
            ) : (
              <>
                <MenuSwitch row={rowWidth} type="button" popoverTarget="navigation">
                  <span>
                    <Glyph name="menu" path="M4 7h16M4 12h16M4 17h16" />
                    <span>{navigation.menu}</span>
                  </span>
                  <span>
                    <Glyph name="close" />
                    <span>{navigation.close}</span>
                  </span>
                </MenuSwitch>
                <Navigation site={site} mark={getAriaCurrent} own={overrides} row={rowWidth} />
                {navigation.search !== undefined && (
                  <SearchButton label={navigation.search} failed={site.words.searchFailed} />
                )}
              </>
            )}
          </div>
        </div>
      </HeaderBar>
    </>
  );
}
