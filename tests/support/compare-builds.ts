import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npx node tests/support/compare-builds.ts OLD NEW` compares the HTML in two folders written by
 * `npm run build -- --out`. Use it for code changes that must not affect pages. It ignores
 * hashes, the inline loader, and differences in how a tag, attribute or character is spelled.
 */
const [oldFolder = '', newFolder = ''] = process.argv.slice(2);
const listHtmlFiles = (folder: string) => globSync('**/*.html', { cwd: folder }).toSorted();
const [oldFiles, newFiles] = [listHtmlFiles(oldFolder), listHtmlFiles(newFolder)];
const changedFiles = [...new Set([...oldFiles, ...newFiles])].filter(
  (file) =>
    !oldFiles.includes(file) ||
    !newFiles.includes(file) ||
    normalizeHtml(join(oldFolder, file)) !== normalizeHtml(join(newFolder, file)),
);
for (const file of changedFiles) process.stdout.write(`${file}\n`);
process.stdout.write(
  `${oldFiles.length} files before, ${newFiles.length} after, ${changedFiles.length} different\n`,
);
process.exitCode = oldFiles.length === 0 || changedFiles.length > 0 ? 1 : 0;

function normalizeHtml(path: string): string {
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
