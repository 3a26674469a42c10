import styled from '@emotion/styled';
import { secondary } from '../design/actions.tsx';
import { FileNote, linkTo } from '../design/file-link.tsx';
import { space } from '../design/theme.ts';
import { currentStyle, type Mark } from './aria-current.ts';
import type { PageHeader } from './page-view.ts';

const Button = styled.a({
  ...secondary,
  minHeight: '2.75rem',
  marginLeft: space.tight,
  padding: '0.5rem 1.125rem',
  '&[aria-current]': { ...currentStyle, textUnderlineOffset: '0.3em' },
});

/** The button at the end of the header. */
export function HeaderAction({ action, mark }: { action: NonNullable<PageHeader['action']>; mark: Mark }) {
  const place =
    'to' in action
      ? { ...linkTo(action.to), 'aria-current': mark(action.to) }
      : { href: 'href' in action ? action.href : `#${action.scrollTo}` };
  return (
    <Button {...place}>
      {action.label}
      {'to' in action && <FileNote to={action.to} />}
    </Button>
  );
}
