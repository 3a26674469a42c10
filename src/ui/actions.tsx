import styled from '@emotion/styled';
import type { Action } from '../../schema/fields/link-fields.ts';
import { isFilePath } from '../../schema/fields/file-types.ts';
import { FileNote, useLinkTo } from './link.tsx';
import { isOtherProgram } from './site-url.ts';
import { Glyph } from './icon.tsx';
import { toDialogId } from './page-context.ts';
import { color, from, radius, space } from './design-tokens.ts';

const ActionRow = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.item,
  [from.belowPhone]: { width: '100%', '& > *': { flexGrow: 1 } },
  '@media print': { display: 'none' },
});

const buttonStyles = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  // The gap between the label of a file link and the type and size of the file.
  gap: '0.375em',
  minHeight: '3rem',
  maxWidth: '100%',
  padding: '0.625rem 1.375rem',
  border: `1px solid ${color.accent}`,
  borderRadius: `var(--button-round,${radius})`,
  font: 'inherit',
  fontWeight: 650,
  lineHeight: 1.25,
  textAlign: 'center',
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  textTransform: 'var(--button-case)' as 'uppercase', // the TypeScript type excludes `var()`
  cursor: 'pointer',
  transition: 'background-color .15s, color .15s, border-color .15s',
} as const;

/** The styles of the two button variants, which other controls share. */
export const primaryButton = {
  ...buttonStyles,
  borderColor: color.press,
  background: color.press,
  color: color.onPress,
  '&:hover': { background: color.accentStrong, borderColor: color.accentStrong, color: color.onAccent },
} as const;
export const secondaryButton = {
  ...buttonStyles,
  background: 'transparent',
  borderColor: color.muted,
  color: color.ink,
  '&:hover': { background: color.accentWash, borderColor: color.ink },
} as const;
const textLink = {
  // An inline block instead of the flex container in `touchTarget`, so that the arrow follows the last line of the
  // label.
  display: 'inline-block',
  minHeight: '2.75rem',
  alignContent: 'center',
  // Padding that makes labels of one or two lines high enough for touch screens.
  padding: '0.375rem 0',
  border: 0,
  background: 'none',
  color: color.accent,
  fontWeight: 650,
  textDecoration: 'none',
  cursor: 'pointer',
  // The arrow moves on hover. The label is not underlined, because the underline would extend to the arrow.
  '&:hover': { color: color.accentStrong },
  '& svg': {
    display: 'inline',
    fontSize: '0.75em',
    verticalAlign: '-0.25em',
    transition: 'transform .15s',
  },
  '&:hover svg': { transform: 'translateX(3px)' },
} as const;

// Forwards all attributes, because Emotion does not know `command` and would drop it.
const forwardAllAttributes = { shouldForwardProp: (name: string) => name !== 'as' };
const variants = {
  primary: { Link: styled.a(primaryButton), Button: styled('button', forwardAllAttributes)(primaryButton) },
  secondary: {
    Link: styled.a(secondaryButton),
    Button: styled('button', forwardAllAttributes)(secondaryButton),
  },
  text: { Link: styled.a(textLink), Button: styled('button', forwardAllAttributes)(textLink) },
};

interface LinkProps {
  action: Action;
  variant: keyof typeof variants;
  about?: string;
}

/**
 * A link or a button, depending on the action's target. `about` distinguishes actions with the same label for screen
 * readers.
 */
export function ActionLink({ action, variant, about }: LinkProps) {
  const { Link, Button } = variants[variant];
  const linkTo = useLinkTo();
  const isFile = 'to' in action && isFilePath(action.to) && !isOtherProgram(action.to);
  const label = (
    <>
      {action.label}
      {about !== undefined && <span className="for-screen-readers">: {about}</span>}
      {'to' in action && <FileNote to={action.to} />}
      {variant === 'text' && !('href' in action) && (
        <>
          {/* Prevents a line break in front of the glyph. */}
          {'\u00A0'}
          <Glyph name={isFile ? 'down' : 'arrow'} />
        </>
      )}
    </>
  );
  if ('to' in action) return <Link {...linkTo(action.to)}>{label}</Link>;
  if ('href' in action) return <Link href={action.href}>{label}</Link>;
  if ('scrollTo' in action) return <Link href={`#${action.scrollTo}`}>{label}</Link>;
  // Browsers open the dialog through invoker commands. In older browsers, controls.ts opens the dialog.
  if ('dialog' in action)
    return (
      <Button type="button" {...{ command: 'show-modal', commandfor: toDialogId(action.dialog) }}>
        {label}
      </Button>
    );
  return (
    <Button type="button" aria-disabled="true">
      {label}
    </Button>
  );
}

interface ActionsProps {
  actions: readonly Action[];
  first?: 'primary' | 'secondary';
}

/**
 * The actions of a block: two buttons, then links. `first` is the variant of the first button, which is `primary` if
 * the action is the purpose of the page.
 */
export function Actions({ actions, first = 'secondary' }: ActionsProps) {
  if (actions.length === 0) return null;
  return (
    <ActionRow>
      {actions.map((action, index) => (
        <ActionLink
          key={action.label}
          action={action}
          variant={index === 0 ? first : index === 1 ? 'secondary' : 'text'}
        />
      ))}
    </ActionRow>
  );
}
