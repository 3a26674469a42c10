import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npx node tests/support/compare-builds.ts OLD NEW` compares the HTML of two folders written by `npm run build -- --out`,
 * for changes that must not affect pages. Ignores hashes, the inline loader, and alternative spellings of a tag,
 * attribute or character.
 */
const [before = '', after = ''] = process.argv.slice(2);
const filesIn = (folder: string) => globSync('**/*.html', { cwd: folder }).toSorted();
const [old, now] = [filesIn(before), filesIn(after)];
const different = [...new Set([...old, ...now])].filter(
  (file) =>
    !old.includes(file) || !now.includes(file) || htmlOf(join(before, file)) !== htmlOf(join(after, file)),
);
for (const file of different) process.stdout.write(`${file}\n`);
process.stdout.write(`${old.length} files before, ${now.length} after, ${different.length} different\n`);
process.exitCode = old.length === 0 || different.length > 0 ? 1 : 0;

function htmlOf(path: string): string {
  return readFileSync(path, 'utf8')
    .replaceAll(/-[\w-]{8}\.(js|css|woff2|avif|webp|jpg|png|svg)\b/g, '-HASH.$1')
    .replaceAll(/\bcss-[a-z0-9]+/g, 'css-HASH')
    .replaceAll(/'sha256-[\w+/=]+'/g, "'sha256-HASH'")
    .replaceAll(/<script>.*?<\/script>/gs, '<script></script>')
    .replaceAll(/\b(?:fetchPriority|imageSrcSet|imageSizes)\b/g, (name) => name.toLowerCase())
    .replaceAll('/>', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&gt;', '>');
}
