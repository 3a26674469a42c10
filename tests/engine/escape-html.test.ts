import { expect, test } from 'vitest';
import { escape } from '../../scripts/system/format.ts';

test('text may stand in HTML and XML, whatever an author wrote', () => {
  expect(escape('a < b > c & "d"')).toBe('a &lt; b &gt; c &amp; &quot;d&quot;');
  expect(escape('Ä😀\t\n')).toBe('Ä😀\t\n');
  expect(escape('\u0001\uD800\uFFFE')).toBe('\uFFFD\uFFFD\uFFFD');
});
