import styled from '@emotion/styled';
import type { Site } from '../../schema/site.ts';
import { FileNote, linkTo } from '../design/file-link.tsx';
import { color } from '../design/theme.ts';
import { currentStyle, type Mark } from './aria-current.ts';

const Link = styled.a({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.3em',
  minHeight: '2.75rem',
  color: color.ink,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '&[aria-current]': { ...currentStyle, color: color.accent },
});

type Items = Site['footer']['groups'][number]['items'];

export function FooterLinks({ items, mark }: { items: Items; mark: Mark }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.label}>
          <Link
            {...('to' in item ? linkTo(item.to) : { href: item.href })}
            aria-current={'to' in item ? mark(item.to) : undefined}
          >
            {item.label}
            {'to' in item && <FileNote to={item.to} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
