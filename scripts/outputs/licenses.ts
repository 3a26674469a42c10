import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Site } from '../../schema/site/site.ts';
import { listFontFiles } from '../assets/built-in-fonts.ts';
import { engineFolder, libFolder, packageHash } from '../system/project.ts';

const require = createRequire(import.meta.url);

/** Returns the licences of the fonts, icons and code of a site. The file `code` contains the licences of packages. */
export function collectLicenses({ theme }: Pick<Site, 'theme'>, code: string | undefined): string {
  const fonts = new Set([...listFontFiles(theme).values()].map((file) => dirname(dirname(file))));
  const icons =
    packageHash === undefined
      ? dirname(require.resolve('lucide-static/package.json'))
      : join(libFolder, 'lucide-static');
  const folders = [engineFolder, ...fonts, icons];
  const texts = folders.map((folder) => {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }; // npm requires a name
    return `## ${name}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}\n`;
  });
  const bundledLicenses = code === undefined ? '' : readFileSync(code, 'utf8');
  // Remove the introduction that Vite adds.
  const packages = bundledLicenses.slice(bundledLicenses.indexOf('## '));
  return ['# Licences of what this site contains\n', ...texts, packages].join('\n');
}
