import styled from '@emotion/styled';
import type { Action } from '../../schema/fields/fields.ts';
import { dialogId } from './dialog-id.ts';
import { Glyph } from './icon.tsx';
import { color, radius, space } from './theme.ts';

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.item,
  '@media print': { display: 'none' },
} as const;
const Row = styled.div(row);

const button = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: '3rem',
  padding: '0.625rem 1.375rem',
  border: `1px solid ${color.accent}`,
  borderRadius: radius,
  font: 'inherit',
  fontWeight: 650,
  lineHeight: 1.25,
  textDecoration: 'none',
  cursor: 'pointer',
  transition: 'background-color .15s, color .15s, border-color .15s',
} as const;

/** Styles of the two variants of buttons, for controls that are no actions too. */
export const primary = {
  ...button,
  background: color.accent,
  color: color.onAccent,
  '&:hover': { background: color.accentStrong, borderColor: color.accentStrong, color: color.onAccent },
} as const;
export const secondary = {
  ...button,
  background: 'transparent',
  borderColor: color.muted,
  color: color.ink,
  '&:hover': { borderColor: color.ink, color: color.ink },
} as const;
const plain = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.375rem',
  minHeight: '2.75rem',
  padding: 0,
  border: 0,
  background: 'none',
  color: color.accent,
  fontWeight: 650,
  textDecoration: 'none',
  cursor: 'pointer',
  '&:hover': { color: color.accentStrong, textDecoration: 'underline' },
  '& svg': { width: '1.1em', height: '1.1em', transition: 'transform .15s' },
  '&:hover svg': { transform: 'translateX(3px)' },
} as const;

// Emotion's list of attributes is older than `command`.
const everyAttribute = { shouldForwardProp: (name: string) => name !== 'as' };
const variants = {
  primary: { Link: styled.a(primary), Button: styled('button', everyAttribute)(primary) },
  secondary: { Link: styled.a(secondary), Button: styled('button', everyAttribute)(secondary) },
  plain: { Link: styled.a(plain), Button: styled('button', everyAttribute)(plain) },
};

/** A link or button, as the action's target asks. `about` tells apart actions that say the same. */
export function ActionLink({
  action,
  variant,
  about,
}: {
  action: Action;
  variant: keyof typeof variants;
  about?: string;
}) {
  const { Link, Button } = variants[variant];
  const label = (
    <>
      {action.label}
      {about !== undefined && <span className="for-screen-readers">: {about}</span>}
    </>
  );
  const words =
    variant === 'plain' ? (
      <>
        {label}
        <Glyph name="arrow" />
      </>
    ) : (
      label
    );
  if ('to' in action) return <Link href={action.to}>{words}</Link>;
  if ('href' in action) return <Link href={action.href}>{label}</Link>;
  if ('scrollTo' in action) return <Link href={`#${action.scrollTo}`}>{words}</Link>;
  // The browser opens it by itself (invoker commands); the loader does so where it cannot.
  if ('dialog' in action)
    return (
      <Button type="button" {...{ command: 'show-modal', commandfor: dialogId(action.dialog) }}>
        {words}
      </Button>
    );
  return (
    <Button type="button" aria-disabled="true">
      {label}
    </Button>
  );
}

/** The actions of a block: the first as primary as the block may be, the others secondary. Only what a page is about is primary. */
export function Actions({
  actions,
  first = 'secondary',
}: {
  actions: readonly Action[];
  first?: 'primary' | 'secondary';
}) {
  if (actions.length === 0) return null;
  return (
    <Row>
      {actions.map((action, index) => (
        <ActionLink key={action.label} action={action} variant={index === 0 ? first : 'secondary'} />
      ))}
    </Row>
  );
}
