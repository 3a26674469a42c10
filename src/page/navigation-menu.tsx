import type { PageHeader } from '../../schema/resolve/page-view.ts';
import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { secondaryButton } from '../ui/actions.tsx';
import { FileNote, useLinkTo } from '../ui/link.tsx';
import {
  space,
  touchTarget,
  color,
  from,
  radius,
  headerHeight,
  measure,
  motionAllowed,
  shadow,
  size,
} from '../ui/design-tokens.ts';
import { languageAttributes } from '../../schema/fields/language.ts';
import { toSiteUrl } from '../ui/site-url.ts';
import { currentLinkStyles, type GetAriaCurrent } from './current-link.ts';
import type { Menu } from '../../schema/site/site.ts';
import { Glyph, Icon } from '../ui/icon.tsx';
import { renderKeyFigure } from '../ui/key-figure.tsx';
import type { HeaderProps } from './logo.tsx';
import { headerSlotWidthRem, Slot } from './slot.tsx';

/**
 * Returns the container query for a header that is wide enough for a row of `rowWidth` rem. 0 means that a row never
 * fits.
 */
export const toRowQuery = (rowWidth: number): string =>
  rowWidth === 0 ? '@media not all' : `@container header (min-width: ${rowWidth}rem)`;
interface RowProps {
  row: number;
}

const ActionButton = styled.a({
  ...secondaryButton,
  minHeight: '2.75rem',
  marginInlineStart: space.tight,
  padding: '0.5rem 1.125rem',
  // The action does not shrink, so that its label does not break within a word. The company name wraps instead.
  [from.belowPhone]: { flex: 'none', maxWidth: '45%', paddingInline: space.small, fontSize: size.note },
  '&[aria-current]': { ...currentLinkStyles, textUnderlineOffset: '0.3em' },
});

/** The action at the end of the header, such as a button for contact. */
export function HeaderAction({
  action,
  mark: getAriaCurrent,
}: Required<Pick<PageHeader, 'action'>> & { mark: GetAriaCurrent }) {
  const linkTo = useLinkTo();
  const linkAttributes =
    'to' in action
      ? { ...linkTo(action.to), 'aria-current': getAriaCurrent(action.to) }
      : { href: 'href' in action ? action.href : `#${action.scrollTo}` };
  return (
    <ActionButton {...linkAttributes}>
      {action.label}
      {'to' in action && <FileNote to={action.to} />}
    </ActionButton>
  );
}

/** An icon button in the header. Hidden without JavaScript, because every icon button needs JavaScript. */
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
  // Aligns the icon itself, not its padding, with the edge of the page.
  'header div > &, li > &:last-child': { marginInlineEnd: '-0.6875rem' },
});

const menuLinkStyles = (rowWidth: number) => ({
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
  [toRowQuery(rowWidth)]: { paddingInline: space.tight },
  '&:hover': { background: color.accentWash, color: color.ink },
  '&[aria-current]': { ...currentLinkStyles, color: color.accent },
});
const MenuLink = styled.a<RowProps>(({ row: rowWidth }) => menuLinkStyles(rowWidth));
const MenuButton = styled.button<RowProps>(({ row: rowWidth }) => ({
  ...menuLinkStyles(rowWidth),
  display: 'none',
  '& svg': { width: '1rem', height: '1rem', transition: 'transform .15s' },
  '&:has(+ :popover-open) svg': { transform: 'rotate(180deg)' },
  '&:has(+ * [aria-current])': { ...currentLinkStyles, color: color.accent },
  [toRowQuery(rowWidth)]: { display: 'flex' },
}));
// A menu in the panel expands in place: the list after an open `details` element is visible.
const MenuDetails = styled.details<RowProps>(({ row: rowWidth }) => ({
  '& > summary': menuLinkStyles(rowWidth),
  '& svg': { width: '1.25rem', height: '1.25rem' },
  '&:has(~ * [aria-current]) > summary': { color: color.accent },
  '&:has(+ [aria-current]) > summary': { ...currentLinkStyles, color: color.accent },
  [toRowQuery(rowWidth)]: { display: 'none' },
}));
// Makes a popover part of the normal page layout.
const inlinePopover = {
  position: 'static',
  width: 'auto',
  height: 'auto',
  margin: 0,
  padding: 0,
  border: 0,
  overflow: 'visible',
} as const;
const slideDown = keyframes({ from: { transform: 'translateY(-0.5rem)' } });
// In the row, each menu is a panel as wide as the page. The panel has links in columns, and a featured page next to the
// links.
const Submenu = styled.div<RowProps>(({ row: rowWidth }) => ({
  ...inlinePopover,
  color: color.ink,
  background: 'none',
  'details[open] ~ &': { display: 'block', paddingBottom: space.tight },
  [toRowQuery(rowWidth)]: {
    '&, details[open] ~ &': { display: 'none' },
    '&&:popover-open': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: space.large,
      position: 'fixed',
      inset: `${headerHeight.now} 0 auto 0`,
      padding: `${space.wide} max(${space.edge}, calc(50vw - ${measure.page} / 2))`,
      background: color.raised,
      borderBottom: `1px solid ${color.line}`,
      '&:has(> aside)': { gridTemplateColumns: 'minmax(0, 1fr) 22rem' },
      [motionAllowed]: { animation: `${slideDown} .15s ease-out` },
    },
    // Dims the page below the header, so that the header remains usable.
    '&&::backdrop': { top: headerHeight.now, background: '#0005' },
  },
}));
const SubmenuLinks = styled.ul<RowProps>(({ row: rowWidth }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
  paddingInlineStart: space.wide,
  [toRowQuery(rowWidth)]: {
    alignContent: 'start',
    gap: `${space.item} ${space.tight}`,
    padding: 0,
    gridTemplateColumns: 'repeat(auto-fit, minmax(17rem, 1fr))',
    // Aligns the text of the links, not their padding, with the edge of the page.
    marginInlineStart: `-${space.small}`,
    '& a': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      alignItems: 'start',
      alignContent: 'start',
      columnGap: space.small,
      height: '100%',
      padding: space.small,
      fontWeight: 650,
      '& > span': { transition: 'transform .15s' },
      '&:hover > span': { transform: 'translateX(3px)' },
      '[dir=rtl] &:hover > span': { transform: 'translateX(-3px)' },
    },
    '& a:not(:has(svg))': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  '& svg': { display: 'none', [toRowQuery(rowWidth)]: { display: 'block' } },
  '& small': {
    display: 'none',
    marginTop: space.hair,
    fontSize: size.note,
    fontWeight: 400,
    lineHeight: 1.4,
    color: color.muted,
    // Inline blocks do not inherit underlines, so only the name of the current page is underlined.
    [toRowQuery(rowWidth)]: { display: 'inline-block', width: '100%' },
  },
}));
// In the panel, the featured page is an ordinary link at the end of the list.
const Featured = styled.aside<RowProps>(({ row: rowWidth }) => ({
  paddingInlineStart: space.wide,
  '& > :not(a)': { display: 'none' },
  [toRowQuery(rowWidth)]: {
    display: 'grid',
    gap: space.tight,
    alignContent: 'start',
    justifyItems: 'start',
    padding: space.wide,
    background: color.accentWash,
    fontSize: size.note,
    '& > :not(a)': { display: 'block' },
    '& strong': { fontSize: size.subheading, lineHeight: 1.15, letterSpacing: '-0.02em' },
    '& a': { paddingInline: 0, fontWeight: 650, textDecoration: 'underline' },
  },
}));

/** Returns the attribute that navigation.tsx reads to update `aria-current`. */
const toCoversAttribute = ({ covers }: { covers: readonly string[] }) =>
  covers.length > 0 ? { 'data-covers': covers.join(' ') } : {};

/** A menu: a button that opens a list of links. */
function MenuGroup({
  menu,
  number,
  mark: getAriaCurrent,
  row: rowWidth,
}: { menu: Menu; number: number; mark: GetAriaCurrent } & RowProps) {
  const id = `menu_${number}`;
  const linkTo = useLinkTo();
  const folder = menu.items[0]?.to.replace(/\/[^/]*$/, '') ?? '';
  const ariaCurrent = getAriaCurrent(folder, menu.covers);
  return (
    <>
      <MenuDetails
        row={rowWidth}
        open={[ariaCurrent, ...menu.items.map(({ to }) => getAriaCurrent(to))].some(Boolean)}
      >
        <summary>
          {menu.label}
          <Glyph name="chevron" />
        </summary>
      </MenuDetails>
      <MenuButton
        row={rowWidth}
        type="button"
        popoverTarget={id}
        data-to={folder}
        {...toCoversAttribute(menu)}
        aria-current={ariaCurrent}
      >
        {menu.label}
        <Glyph name="chevron" />
      </MenuButton>
      <Submenu row={rowWidth} id={id} popover="auto">
        <SubmenuLinks row={rowWidth}>
          {menu.items.map((item) => (
            <li key={item.to}>
              <MenuLink row={rowWidth} {...linkTo(item.to)} aria-current={getAriaCurrent(item.to)}>
                {item.icon !== undefined && <Icon name={item.icon} />}
                <span>
                  {item.label}
                  <FileNote to={item.to} />
                  {item.text !== undefined && <small>{item.text}</small>}
                </span>
              </MenuLink>
            </li>
          ))}
        </SubmenuLinks>
        {menu.featured && (
          <Featured row={rowWidth} aria-label={menu.featured.heading}>
            <p>{menu.featured.heading}</p>
            {menu.featured.value !== undefined && <strong>{renderKeyFigure(menu.featured.value)}</strong>}
            {menu.featured.text !== undefined && <p>{menu.featured.text}</p>}
            <MenuLink row={rowWidth} {...linkTo(menu.featured.to)}>
              {menu.featured.label}
            </MenuLink>
          </Featured>
        )}
      </Submenu>
    </>
  );
}

// The navigation is the same element at all widths: a panel on small screens, and a row on large screens.
const NavigationPanel = styled.nav<RowProps>(({ row: rowWidth }) => ({
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
    '&::backdrop': { top: headerHeight.now, background: '#0009' },
  },
  // The separator lines between items are as wide as the text.
  '& > ul > li': {
    marginInline: space.small,
    borderBottom: `1px solid ${color.line}`,
    '& > *': { marginInline: `-${space.small}` },
  },
  '& > ul > li > a, & > ul summary': { minHeight: '3.25rem', fontSize: size.item },
  // The list item with the action and the scheme switch.
  '& > ul > li:last-of-type': {
    display: 'flex',
    alignItems: 'center',
    gap: space.small,
    marginTop: space.item,
    border: 0,
    '& > a': { flex: 1, minHeight: '3rem', margin: 0, fontSize: 'inherit' },
  },
  [toRowQuery(rowWidth)]: {
    '&, &:popover-open': {
      display: 'block',
      ...inlinePopover,
      inset: 'auto',
      boxShadow: 'none',
    },
    '& > ul': {
      display: 'flex',
      alignItems: 'center',
      gap: 'calc(1.25vw - 0.75rem)',
      '& > li': { margin: 0, border: 0, '& > *': { marginInline: 0 } },
      '& > li > a': { minHeight: '2.75rem', fontSize: 'inherit' },
      '& > li:last-of-type': {
        gap: 'inherit',
        margin: 0,
        '& > a': { minHeight: '2.75rem', marginInlineStart: space.tight },
      },
    },
  },
}));

const SlotItem = styled.li<RowProps>(({ row: rowWidth }) => ({
  '& > *': { ...touchTarget, paddingInline: space.small },
  [toRowQuery(rowWidth)]: { maxWidth: `${headerSlotWidthRem}rem`, '& > *': { paddingInline: space.tight } },
}));

export function Navigation({
  site,
  mark: getAriaCurrent,
  own: overrides,
  row: rowWidth,
}: HeaderProps & RowProps) {
  const { navigation } = site;
  const wrapInItem = (view: ReactNode) => <SlotItem row={rowWidth}>{view}</SlotItem>;
  const action = overrides?.action ?? navigation.action;
  const linkTo = useLinkTo();
  return (
    <NavigationPanel row={rowWidth} id="navigation" popover="auto" aria-label={navigation.label}>
      <ul>
        <Slot name="header-start" site={site}>
          {wrapInItem}
        </Slot>
        {navigation.items.map((item, index) => (
          <li key={item.label}>
            {'items' in item ? (
              <MenuGroup menu={item} number={index + 1} mark={getAriaCurrent} row={rowWidth} />
            ) : (
              <MenuLink
                row={rowWidth}
                {...linkTo(item.to)}
                {...toCoversAttribute(item)}
                aria-current={getAriaCurrent(item.to, item.covers)}
              >
                {item.label}
                <FileNote to={item.to} />
              </MenuLink>
            )}
          </li>
        ))}
        {overrides?.languages?.map(({ language, label, to }) => (
          <li key={language}>
            <MenuLink
              row={rowWidth}
              href={toSiteUrl(to)}
              hrefLang={language}
              {...languageAttributes(language)}
            >
              {label}
            </MenuLink>
          </li>
        ))}
        <Slot name="header-end" site={site}>
          {wrapInItem}
        </Slot>
        <li>
          {action && <HeaderAction action={action} mark={getAriaCurrent} />}
          {/* The loader switches the scheme and stores the choice. */}
          {navigation.colors !== undefined && (
            <IconButton type="button" data-switches="scheme" title={navigation.colors}>
              <Glyph name="scheme" path="M12 3a9 9 0 1 0 0 18zm0 0a9 9 0 0 1 0 18m0-14.5v11" />
              <span className="for-screen-readers">{navigation.colors}</span>
            </IconButton>
          )}
        </li>
      </ul>
    </NavigationPanel>
  );
}
