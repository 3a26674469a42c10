import styled from '@emotion/styled';
import { Glyph } from '../design/icon.tsx';
import { color, from, headerHeight, space } from '../design/theme.ts';
import { Announcement } from './announcement.tsx';
import { HeaderAction } from './header-action.tsx';
import type { HeaderProps } from './header-props.ts';
import { Navigation } from './navigation-menu.tsx';
import { SearchButton } from './search-button.tsx';
import { Logo, Wordmark } from './wordmark.tsx';

// The box keeps its height while the bar inside shrinks, so that a compact header moves nothing on the page.
const Bar = styled.header({
  position: 'sticky',
  top: 0,
  zIndex: 10,
  height: headerHeight.full,
  pointerEvents: 'none',
  '& > div': {
    pointerEvents: 'auto',
    height: headerHeight.now,
    background: color.ground,
    borderBottom: '1px solid transparent',
    transition: 'height .2s, border-color .2s',
    'html[data-scrolled] &': { borderColor: color.line },
  },
  '& > div > div': {
    height: '100%',
    display: 'flex',
    alignItems: 'center',
    gap: space.small,
    '& > :first-child': { marginRight: 'auto' },
    '& > nav + button': { marginLeft: `-${space.small}` },
  },
});
const MenuSwitch = styled.button({
  minHeight: '2.75rem',
  padding: `0 ${space.small}`,
  marginRight: `-${space.small}`,
  border: 0,
  background: 'none',
  fontWeight: 650,
  cursor: 'pointer',
  [from.desktop]: { display: 'none' },
  '& > span': { display: 'flex', alignItems: 'center', gap: space.tight },
  '& > span + span, header:has(nav:popover-open) & > span': { display: 'none' },
  'header:has(nav:popover-open) & > span + span': { display: 'flex' },
});

/** The header: name, navigation, one action. It needs no script: menus are popovers. */
export function Header({ site, mark, own }: HeaderProps) {
  const { navigation } = site;
  return (
    <>
      <a className="skip" href="#content">
        {navigation.skip}
      </a>
      {own?.notice && <Announcement label={own.notice.label} text={[own.notice.text]} />}
      {site.announcement && !own?.bare && <Announcement {...site.announcement} />}
      <Bar>
        <div>
          <div className="container">
            <Wordmark href="/" aria-label={`${site.company}, ${navigation.home}`} aria-current={mark('/')}>
              <Logo site={site} />
              {site.company}
            </Wordmark>
            {own?.bare ? (
              own.action && <HeaderAction action={own.action} mark={mark} />
            ) : (
              <>
                <MenuSwitch type="button" popoverTarget="navigation">
                  <span>
                    <Glyph name="menu" path="M4 7h16M4 12h16M4 17h16" />
                    {navigation.menu}
                  </span>
                  <span>
                    <Glyph name="close" />
                    {navigation.close}
                  </span>
                </MenuSwitch>
                <Navigation site={site} mark={mark} own={own} />
                {navigation.search !== undefined && (
                  <SearchButton label={navigation.search} failed={site.words.searchFailed} />
                )}
              </>
            )}
          </div>
        </div>
      </Bar>
    </>
  );
}
