import styled from '@emotion/styled';
import type { Site } from '../../schema/site.ts';
import { color } from '../design/theme.ts';
import { currentMark, currentStyle } from './aria-current.ts';

const Link = styled.a({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '2.75rem',
  color: color.ink,
  overflowWrap: 'anywhere',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '&[aria-current]': { ...currentStyle, color: color.accent },
});

export function FooterLinks({
  items,
  path,
}: {
  items: Site['footer']['groups'][number]['items'];
  path: string;
}) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.label}>
          {'to' in item ? (
            <Link href={item.to} aria-current={currentMark(item.to, path)}>
              {item.label}
            </Link>
          ) : (
            <Link href={item.href}>{item.label}</Link>
          )}
        </li>
      ))}
    </ul>
  );
}
