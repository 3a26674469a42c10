import styled from '@emotion/styled';
import type { Site } from '../../schema/site.ts';
import { FileNote, linkTo } from '../design/file-link.tsx';
import { InlineText } from '../design/inline-text.tsx';
import { color, space } from '../design/theme.ts';

const Strip = styled.aside({
  background: color.accentWash,
  borderBottom: `1px solid ${color.line}`,
  color: color.ink,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `0 ${space.wide}`,
    paddingBlock: space.hair,
  },
  '& p': { paddingBlock: space.tight },
  '& > div > a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.3em',
    minHeight: '2.75rem',
    fontWeight: 650,
  },
  '@media print': { display: 'none' },
});

/** What all pages announce, above their header. */
export function Announcement({ label, text, link }: NonNullable<Site['announcement']>) {
  return (
    <Strip aria-label={label}>
      <div className="container">
        <p>
          <InlineText>{text}</InlineText>
        </p>
        {link && (
          <a {...('to' in link ? linkTo(link.to) : { href: link.href })}>
            {link.label}
            {'to' in link && <FileNote to={link.to} />}
          </a>
        )}
      </div>
    </Strip>
  );
}
