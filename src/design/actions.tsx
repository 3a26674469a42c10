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

/** Styles of the two ranks of buttons, for controls that are no actions too. */
export const loud = {
  ...button,
  background: color.accent,
  color: color.onAccent,
  '&:hover': { background: color.accentStrong, borderColor: color.accentStrong, color: color.onAccent },
} as const;
export const quiet = {
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
const ranks = {
  loud: { Link: styled.a(loud), Button: styled('button', everyAttribute)(loud) },
  quiet: { Link: styled.a(quiet), Button: styled('button', everyAttribute)(quiet) },
  plain: { Link: styled.a(plain), Button: styled('button', everyAttribute)(plain) },
};

/** A link or button, as the action's target asks. `about` tells apart actions that say the same. */
export function ActionLink({
  action,
  rank,
  about,
}: {
  action: Action;
  rank: keyof typeof ranks;
  about?: string;
}) {
  const { Link, Button } = ranks[rank];
  const label = (
    <>
      {action.label}
      {about !== undefined && <span className="for-screen-readers">: {about}</span>}
    </>
  );
  const words =
    rank === 'plain' ? (
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

/** The actions of a block: the first as loud as the block may be, the others quiet. Only what a page is about is loud. */
export function Actions({
  actions,
  first = 'quiet',
}: {
  actions: readonly Action[];
  first?: 'loud' | 'quiet';
}) {
  if (actions.length === 0) return null;
  return (
    <Row>
      {actions.map((action, index) => (
        <ActionLink key={action.label} action={action} rank={index === 0 ? first : 'quiet'} />
      ))}
    </Row>
  );
}
