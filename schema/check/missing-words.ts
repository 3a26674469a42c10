import type { Finding } from '../diagnostics/diagnostic.ts';
import { english } from '../words/english.ts';
import { languages, missingWords } from '../words/languages.ts';
import type { SiteFile } from './read-files.ts';

/** A language whose words are not built in, and not all of which the site says itself. */
export function unknownWords({ fields }: SiteFile): Finding[] {
  const language = fields.find(({ path }) => path.join('.') === 'language')?.text ?? 'en';
  const own = new Set(fields.flatMap(({ path }) => (path[0] === 'words' ? [path[1]] : [])));
  const missing = missingWords(language).filter((name) => !own.has(name));
  const [first] = missing;
  if (first === undefined) return [];
  return [
    {
      path: ['language'],
      rule: 'missing-words',
      message: `words of \`${language}\` are not built in: pages say ${missing.length} of them in English`,
      label: `built in: ${Object.keys(languages).join(', ')}`,
      received: language,
      advice: `write each below \`words:\` in this file, as \`${first}: …\` for \`${english[first]}\``,
      note: `what is missing: ${missing.join(', ')}`,
    },
  ];
}
