import styled from '@emotion/styled';
import type { Menu, Site } from '../../schema/site.ts';
import { quiet } from '../design/actions.tsx';
import { Glyph } from '../design/icon.tsx';
import { color, from, headerHeight, measure, radius, shadow, size, space } from '../design/theme.ts';
import { currentMark } from './aria-current.ts';

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
    justifyContent: 'space-between',
    gap: space.wide,
  },
});
const Wordmark = styled.a({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.45em',
  minHeight: '2.75rem',
  fontFamily: 'var(--display)',
  fontSize: size.subheading,
  fontWeight: 650,
  letterSpacing: '-0.03em',
  color: color.ink,
  textDecoration: 'none',
  '&:hover': { color: color.accentStrong },
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

// One navigation for every width: a panel that a switch opens on small screens, a row on large ones.
const Navigation = styled.nav({
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
// A line, not only a colour: it is seen by everybody, and stays where colours are forced.
const marked = {
  textDecoration: 'underline',
  textDecorationThickness: 2,
  textUnderlineOffset: '0.45em',
} as const;
const entry = {
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
  '&[aria-current]': { ...marked, color: color.accent },
} as const;
const Entry = styled.a(entry);
const Opener = styled.button({
  ...entry,
  display: 'none',
  '& svg': { width: '1rem', height: '1rem', transition: 'transform .15s' },
  '&:has(+ :popover-open) svg': { transform: 'rotate(180deg)' },
  '&:has(+ * [aria-current])': { ...marked, textDecorationColor: color.accent },
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
  // One panel across the page, whichever menu is open: its entries stand on the same grid as the page.
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
  '& span': {
    display: 'none',
    fontSize: size.note,
    fontWeight: 400,
    lineHeight: 1.4,
    color: color.muted,
    [from.desktop]: { display: 'block' },
  },
});
const Button = styled.a({
  ...quiet,
  minHeight: '2.75rem',
  marginLeft: space.small,
  padding: '0.5rem 1.125rem',
  '&[aria-current]': {
    textDecoration: 'underline',
    textDecorationThickness: 2,
    textUnderlineOffset: '0.3em',
  },
});

// What it remembers, and does before the application is there, stands in loader.ts; without script there is nothing to switch.
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
  // The drawing stands at the edge of the page, not the room around it.
  [from.desktop]: { marginRight: '-0.6875rem' },
});

function Mark({ site }: { site: Site }) {
  return site.theme.logo === undefined ? null : (
    <img src={site.theme.logo} alt="" width={28} height={28} fetchPriority="low" />
  );
}

/** The header: name, navigation, one action. It needs no script: menus are popovers. */
export function Header({ site, path }: { site: Site; path: string }) {
  const { navigation } = site;
  return (
    <>
      <a className="skip" href="#content">
        {navigation.skip}
      </a>
      <Bar>
        <div>
          <div className="container">
            <Wordmark
              href="/"
              aria-label={`${site.company}, ${navigation.home}`}
              aria-current={currentMark('/', path)}
            >
              <Mark site={site} />
              {site.company}
            </Wordmark>
            <MenuSwitch type="button" popoverTarget="navigation">
              <span>
                <Glyph name="menu" />
                {navigation.menu}
              </span>
              <span>
                <Glyph name="close" />
                {navigation.close}
              </span>
            </MenuSwitch>
            <Navigation id="navigation" popover="auto" aria-label={navigation.label}>
              <ul>
                {navigation.items.map((item) => (
                  <li key={item.label}>
                    {'items' in item ? (
                      <MenuGroup menu={item} path={path} />
                    ) : (
                      <Entry
                        href={item.to}
                        {...coverage(item)}
                        aria-current={currentMark(item.to, path, item.covers)}
                      >
                        {item.label}
                      </Entry>
                    )}
                  </li>
                ))}
                <li>
                  <Button href={navigation.action.to} aria-current={currentMark(navigation.action.to, path)}>
                    {navigation.action.label}
                  </Button>
                  {navigation.colors !== undefined && (
                    <SchemeSwitch type="button" data-switches="scheme" title={navigation.colors}>
                      <Glyph name="scheme" />
                      <span className="for-screen-readers">{navigation.colors}</span>
                    </SchemeSwitch>
                  )}
                </li>
              </ul>
            </Navigation>
          </div>
        </div>
      </Bar>
    </>
  );
}

/** What marks the entry anew when the visitor goes on to another page (see navigation.tsx). */
const coverage = ({ covers }: { covers: readonly string[] }) =>
  covers.length > 0 ? { 'data-covers': covers.join(' ') } : {};

function MenuGroup({ menu, path }: { menu: Menu; path: string }) {
  const id = `menu-${menu.label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  const folder = menu.items[0]?.to.replace(/\/[^/]*$/, '') ?? '';
  return (
    <>
      <GroupName>{menu.label}</GroupName>
      <Opener
        type="button"
        popoverTarget={id}
        data-to={folder}
        {...coverage(menu)}
        aria-current={currentMark(folder, path, menu.covers)}
      >
        {menu.label}
        <Glyph name="chevron" />
      </Opener>
      <Submenu id={id} popover="auto">
        {menu.items.map((item) => (
          <li key={item.to}>
            <Entry href={item.to} aria-current={currentMark(item.to, path)}>
              {item.label}
              {item.text !== undefined && <span>{item.text}</span>}
            </Entry>
          </li>
        ))}
      </Submenu>
    </>
  );
}

const Foot = styled.footer({
  background: color.ground,
  color: color.ink,
  paddingBlock: `${space.block} ${space.wide}`,
  borderTop: `1px solid ${color.line}`,
});
const Parts = styled.div({
  display: 'grid',
  gap: `${space.wide} ${space.block}`,
  [from.phone]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
});
// The name stands at the height of the headings beside it.
const About = styled.div({
  display: 'grid',
  gap: space.item,
  alignContent: 'start',
  maxWidth: '24rem',
  '& p + p': { color: color.muted },
  [from.phone]: { marginTop: '-0.875rem' },
});
// Two by two; on large windows all beside each other, each as wide as its words.
const columns = {
  display: 'grid',
  gap: space.item,
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 4fr)',
} as const;
const Groups = styled.div({
  ...columns,
  [from.desktop]: {
    gridTemplateColumns: 'none',
    gridAutoFlow: 'column',
    justifyContent: 'space-between',
    columnGap: space.wide,
  },
});
// Its lines begin at the height of the links beside it.
const Address = styled.address({ paddingTop: space.tight, fontStyle: 'normal', color: color.muted });
const Heading = styled.h2({
  fontSize: size.note,
  letterSpacing: 0,
  color: color.muted,
  fontWeight: 650,
  marginBottom: space.tight,
});
const FooterLink = styled.a({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '2.75rem',
  color: color.ink,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '&[aria-current]': { ...marked, color: color.accent },
});
const Last = styled.div({
  display: 'grid',
  gap: `${space.tight} ${space.wide}`,
  alignItems: 'center',
  marginTop: space.wide,
  paddingTop: space.item,
  borderTop: `1px solid ${color.line}`,
  fontSize: size.note,
  color: color.muted,
  [from.tablet]: { gridTemplateColumns: 'minmax(0, 1fr) auto', marginTop: space.large },
});
// On a phone the lists stand below the columns above them.
const Lists = styled.div({
  ...columns,
  [from.phone]: { '&, & ul': { display: 'flex', flexWrap: 'wrap', gap: `0 ${space.wide}` } },
});

/** The footer: what the company is, where else to go, how to reach it. */
export function Footer({ site, path }: { site: Site; path: string }) {
  const { footer } = site;
  return (
    <Foot data-tone="dark">
      <div className="container">
        <Parts>
          <About>
            <Wordmark as="p">
              <Mark site={site} />
              {site.company}
            </Wordmark>
            {footer.lead !== undefined && <p>{footer.lead}</p>}
          </About>
          <Groups>
            {footer.groups.map((group) => (
              <nav key={group.heading} aria-label={group.heading}>
                <Heading>{group.heading}</Heading>
                <FooterLinks items={group.items} path={path} />
              </nav>
            ))}
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
          </Groups>
        </Parts>
        <Last>
          {footer.note !== undefined && <p>{footer.note}</p>}
          <Lists>
            {footer.legal.length > 0 && <FooterLinks items={footer.legal} path={path} />}
            {footer.social.length > 0 && <FooterLinks items={footer.social} path={path} />}
          </Lists>
        </Last>
      </div>
    </Foot>
  );
}

function FooterLinks({ items, path }: { items: Site['footer']['groups'][number]['items']; path: string }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.label}>
          {'to' in item ? (
            <FooterLink href={item.to} aria-current={currentMark(item.to, path)}>
              {item.label}
            </FooterLink>
          ) : (
            <FooterLink href={item.href}>{item.label}</FooterLink>
          )}
        </li>
      ))}
    </ul>
  );
}
