import styled from '@emotion/styled';
import { FileNote, linkTo } from '../design/file-link.tsx';
import { Glyph } from '../design/icon.tsx';
import { color, from, headerHeight, shadow, space } from '../design/theme.ts';
import { HeaderAction } from './header-action.tsx';
import type { HeaderProps } from './header-props.ts';
import { IconButton } from './icon-button.ts';
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
      gap: 'calc(1.25vw - 0.75rem)',
      '& > li:last-of-type': { marginTop: 0 },
    },
  },
});

/** The links of the header. */
export function Navigation({ site: { navigation }, mark, own }: HeaderProps) {
  const action = own?.action ?? navigation.action;
  return (
    <Panel id="navigation" popover="auto" aria-label={navigation.label}>
      <ul>
        {navigation.items.map((item, index) => (
          <li key={item.label}>
            {'items' in item ? (
              <MenuGroup menu={item} number={index + 1} mark={mark} />
            ) : (
              <MenuLink {...linkTo(item.to)} {...coverage(item)} aria-current={mark(item.to, item.covers)}>
                {item.label}
                <FileNote to={item.to} />
              </MenuLink>
            )}
          </li>
        ))}
        <li>
          {action && <HeaderAction action={action} mark={mark} />}
          {/* loader.ts switches and remembers the scheme. */}
          {navigation.colors !== undefined && (
            <IconButton type="button" data-switches="scheme" title={navigation.colors}>
              <Glyph name="scheme" path="M12 3a9 9 0 1 0 0 18zm0 0a9 9 0 0 1 0 18m0-14.5v11" />
              <span className="for-screen-readers">{navigation.colors}</span>
            </IconButton>
          )}
        </li>
      </ul>
    </Panel>
  );
}
