import styled from '@emotion/styled';
import { linkTo } from '../design/file-link.tsx';
import { Glyph } from '../design/icon.tsx';
import { color, from, headerHeight, radius, shadow, space } from '../design/theme.ts';
import { HeaderAction } from './header-action.tsx';
import type { HeaderProps } from './header-props.ts';
import { coverage, MenuGroup, MenuLink } from './menu-group.tsx';

// One navigation for every width: a panel that a switch opens on small screens, a row on large ones.
const Panel = styled.nav({
  border: 0,
  color: color.ink,
  background: color.ground,
  '&:popover-open': {
    position: 'fixed',
    inset: `${headerHeight.now} 0 auto 0`,
    width: 'auto',
    maxWidth: 'none',
    height: 'auto',
    maxHeight: `calc(100dvh - ${headerHeight.now})`,
    margin: 0,
    padding: `${space.tight} calc(${space.edge} - ${space.small}) ${space.item}`,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    borderBottom: `1px solid ${color.line}`,
    boxShadow: shadow,
  },
  '& > ul': { display: 'grid', gap: space.hair },
  // The button and the switch.
  '& > ul > li:last-of-type': {
    display: 'flex',
    alignItems: 'center',
    gap: 'inherit',
    marginTop: space.tight,
  },
  [from.desktop]: {
    '&, &:popover-open': {
      display: 'block',
      position: 'static',
      inset: 'auto',
      width: 'auto',
      height: 'auto',
      margin: 0,
      padding: 0,
      border: 0,
      boxShadow: 'none',
      overflow: 'visible',
    },
    '& > ul': {
      display: 'flex',
      alignItems: 'center',
      gap: '0.5vw',
      '& > li:last-of-type': { marginTop: 0 },
    },
  },
});
// loader.ts switches and remembers the scheme; without script the switch is hidden.
const SchemeSwitch = styled.button({
  display: 'grid',
  placeItems: 'center',
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
  [from.desktop]: { marginRight: '-0.6875rem' },
});

/** The links of the header. */
export function Navigation({ site: { navigation }, mark, own }: HeaderProps) {
  const action = own?.action ?? navigation.action;
  return (
    <Panel id="navigation" popover="auto" aria-label={navigation.label}>
      <ul>
        {navigation.items.map((item) => (
          <li key={item.label}>
            {'items' in item ? (
              <MenuGroup menu={item} mark={mark} />
            ) : (
              <MenuLink {...linkTo(item.to)} {...coverage(item)} aria-current={mark(item.to, item.covers)}>
                {item.label}
              </MenuLink>
            )}
          </li>
        ))}
        <li>
          {action && <HeaderAction action={action} mark={mark} />}
          {navigation.colors !== undefined && (
            <SchemeSwitch type="button" data-switches="scheme" title={navigation.colors}>
              <Glyph name="scheme" path="M12 3a9 9 0 1 0 0 18zm0 0a9 9 0 0 1 0 18m0-14.5v11" />
              <span className="for-screen-readers">{navigation.colors}</span>
            </SchemeSwitch>
          )}
        </li>
      </ul>
    </Panel>
  );
}
