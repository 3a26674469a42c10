import { isMapping, type Path } from '../util.ts';
import type { DiagnosticInit, InData } from '../diagnostics/diagnostic.ts';
import type { Field } from './collect-fields.ts';
import type { CheckedBlock, ParsedPage } from './read-file.ts';

const lengths = { title: { least: 4, most: 65 }, description: { least: 50, most: 170 } };

type Titles = Partial<Pick<ParsedPage, 'title' | 'description' | 'draft'>>;

/** Checks the lengths of title and description against search results. */
export function titleLengths(page: Titles, route: string): DiagnosticInit[] {
  if (page.draft) return [];
  const ofDescription = route === '/404' ? [] : tooLongOrShort(page, 'description');
  return [...tooLongOrShort(page, 'title'), ...ofDescription];
}

function tooLongOrShort(page: Titles, key: 'title' | 'description'): DiagnosticInit[] {
  const { least, most } = lengths[key];
  const text = page[key];
  if (text === undefined || text === '') return [];
  const { length } = text;
  if (length >= least && length <= most) return [];
  const rule = key === 'title' ? 'title-length' : 'description-length';
  const letters = length === 1 ? '1 letter' : `${length} letters`;
  const message =
    length > most
      ? `this ${key} has ${letters}, and search engines show about ${most}`
      : `this ${key} has ${letters}, which says too little`;
  return [
    {
      path: [key],
      rule,
      message,
      label: length > most ? `${length - most} too many` : `${least} are the least`,
      advice:
        length > most
          ? 'shorten it, with the most important words first'
          : 'say in a sentence what visitors find on the page',
    },
  ];
}

/** Reports a first block whose heading becomes the `h1`, directly followed by `h3`. */
export function headingOrder(first: CheckedBlock | undefined): DiagnosticInit[] {
  if (!first || !isMapping(first.data) || first.data['heading'] === undefined) return [];
  if (!first.hasInnerHeadings) return [];
  return [
    {
      path: ['heading'],
      rule: 'heading-order',
      message: 'this is the main heading of the page, and the next ones below it are of the third level',
      label: 'headings of the second level are missing',
      advice: `begin the page with a \`hero\` block, and let this \`${first.type}\` block follow it`,
    },
  ];
}

const emptyWords = new RegExp(
  '^(?:(?:please )?click (?:here|me|this)|(?:right )?here|(?:read|see|show|view|find out) more|' +
    'more|more info(?:rmation)?|read on|link|this (?:page|link)|this|continue)$',
  'i',
);

/** Reports link texts that do not describe their target. */
export function linkWords(field: Field): DiagnosticInit[] {
  if (field.meta.describes === 'link') return wordFindings(field.path, field.text);
  const links = field.markdown?.links ?? [];
  return links.flatMap(({ words, wordsStart: start, wordsLength: length }) =>
    wordFindings(field.path, words, { start, length }),
  );
}

function wordFindings(path: Path, words: string, within?: InData['within']): DiagnosticInit[] {
  const bare = words.replaceAll(/^[\s"'“”‘’>»→]+|[\s"'“”‘’.,:!…>»→]+$/g, '');
  const isUrl = /^(?:https?:\/\/|www\.)\S+$/i.test(bare);
  if (!isUrl && !emptyWords.test(bare)) return [];
  return [
    {
      path,
      within,
      rule: 'link-words',
      message: isUrl
        ? 'an address is hard to read and says little about what is there'
        : `\`${bare}\` does not say where the link leads`,
      label: 'these words are all that some visitors hear',
      received: words,
      advice: 'name what is behind the link, for example: See our prices',
    },
  ];
}

const emptyDescription = new RegExp(
  '^(?:an? |the )?(?:image|picture|photo|photograph|graphic|icon|logo|img|illustration|screenshot|' +
    'alt|untitled|placeholder)(?:[ _-]*\\d+)?$',
  'i',
);

/** Reports picture descriptions without content. */
export function pictureWords(field: Field): DiagnosticInit[] {
  const { meta, text, path, owner } = field;
  if (meta.describes === 'picture') return emptyWordsOf(path, text, String(owner['src'] ?? ''));
  const pictures = field.markdown?.pictures ?? [];
  return pictures.flatMap(({ alt, src, altStart: start }) =>
    emptyWordsOf(path, alt, src, { start, length: alt.length }),
  );
}

function emptyWordsOf(path: Path, text: string, src: string, within?: InData['within']): DiagnosticInit[] {
  const written = text.trim();
  const name = src.slice(src.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const isFile =
    /\.(?:svg|png|jpe?g|webp|avif|gif)$/i.test(written) ||
    (/[-_\d]/.test(name) && written.toLowerCase() === name.toLowerCase());
  if (!isFile && !emptyDescription.test(written)) return [];
  return [
    {
      path,
      within,
      rule: 'picture-words',
      message: isFile
        ? 'this is the name of the file, and says nothing about the picture'
        : `\`${written}\` says nothing about the picture`,
      label: 'this is read to those who do not see the picture',
      received: written,
      advice: 'say in a few words what the picture shows',
    },
  ];
}
