import styled from '@emotion/styled';
import type { Menu } from '../../schema/site.ts';
import { FileNote, linkTo } from '../design/file-link.tsx';
import { Glyph } from '../design/icon.tsx';
import { color, from, headerHeight, measure, radius, shadow, size, space } from '../design/theme.ts';
import { currentStyle, type Mark } from './aria-current.ts';

const link = {
  display: 'flex',
  alignItems: 'center',
  gap: space.hair,
  minHeight: '2.75rem',
  padding: `${space.hair} ${space.small}`,
  border: 0,
  borderRadius: radius,
  background: 'none',
  color: color.ink,
  fontWeight: 400,
  lineHeight: 1.25,
  textDecoration: 'none',
  cursor: 'pointer',
  [from.desktop]: { paddingInline: space.tight },
  '&:hover': { background: color.accentWash, color: color.ink },
  '&[aria-current]': { ...currentStyle, color: color.accent },
} as const;
export const MenuLink = styled.a(link);
const MenuButton = styled.button({
  ...link,
  display: 'none',
  '& svg': { width: '1rem', height: '1rem', transition: 'transform .15s' },
  '&:has(+ :popover-open) svg': { transform: 'rotate(180deg)' },
  '&:has(+ * [aria-current])': { ...currentStyle, textDecorationColor: color.accent },
  [from.desktop]: { display: 'flex' },
});
const GroupName = styled.p({
  padding: `${space.small} ${space.small} 0`,
  fontSize: size.note,
  color: color.muted,
  [from.desktop]: { display: 'none' },
});
const Submenu = styled.ul({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  position: 'static',
  width: 'auto',
  height: 'auto',
  margin: 0,
  padding: 0,
  border: 0,
  overflow: 'visible',
  color: color.ink,
  background: 'none',
  // One panel across the page for every menu; its links are on the grid of the page.
  [from.desktop]: {
    display: 'none',
    '&:popover-open': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fit, minmax(14rem, 1fr))',
      gap: space.small,
      position: 'fixed',
      inset: `${headerHeight.now} 0 auto 0`,
      padding: `${space.wide} max(${space.edge}, calc(50vw - ${measure.page} / 2)) ${space.large}`,
      background: color.ground,
      borderBottom: `1px solid ${color.line}`,
      boxShadow: shadow,
    },
    '& a': {
      display: 'grid',
      alignContent: 'start',
      gap: space.hair,
      height: '100%',
      padding: space.item,
      border: `1px solid ${color.line}`,
      '&[aria-current]': {
        border: `3px solid ${color.accent}`,
        padding: `calc(${space.item} - 2px)`,
        textDecoration: 'none',
      },
    },
  },
  '& small': {
    display: 'none',
    fontSize: size.note,
    fontWeight: 400,
    lineHeight: 1.4,
    color: color.muted,
    [from.desktop]: { display: 'block' },
  },
});

/** From this the link's `aria-current` is updated after a navigation (see browser/navigation.tsx). */
export const coverage = ({ covers }: { covers: readonly string[] }) =>
  covers.length > 0 ? { 'data-covers': covers.join(' ') } : {};

/** A menu of the navigation: a button that opens a list of links. */
export function MenuGroup({ menu, number, mark }: { menu: Menu; number: number; mark: Mark }) {
  const id = `menu_${number}`;
  const folder = menu.items[0]?.to.replace(/\/[^/]*$/, '') ?? '';
  return (
    <>
      <GroupName>{menu.label}</GroupName>
      <MenuButton
        type="button"
        popoverTarget={id}
        data-to={folder}
        {...coverage(menu)}
        aria-current={mark(folder, menu.covers)}
      >
        {menu.label}
        <Glyph name="chevron" />
      </MenuButton>
      <Submenu id={id} popover="auto">
        {menu.items.map((item) => (
          <li key={item.to}>
            <MenuLink {...linkTo(item.to)} aria-current={mark(item.to)}>
              {item.label}
              <FileNote to={item.to} />
              {item.text !== undefined && <small>{item.text}</small>}
            </MenuLink>
          </li>
        ))}
      </Submenu>
    </>
  );
}
