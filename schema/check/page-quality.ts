import type { Path } from '../base/data.ts';
import type { DiagnosticInit, DataLocation } from '../diagnostics/diagnostic.ts';
import type { Field } from './collect-fields.ts';
import type { ParsedPage } from './read-file.ts';

/** Minimum and maximum lengths of titles and descriptions, in characters. */
const lengthLimits = { title: { min: 4, max: 65 }, description: { min: 50, max: 170 } };

/**
 * Matches Chinese, Japanese and Korean characters, which count double because each is twice as wide and carries more
 * information.
 */
const wideLetter = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu;
const halve = ({ min, max }: { min: number; max: number }) => ({
  min: Math.ceil(min / 2),
  max: Math.floor(max / 2),
});

type TitleSettings = Partial<Pick<ParsedPage, 'title' | 'description' | 'draft'>>;

/** Reports titles and descriptions that are too short or too long for search results. */
export function checkTitleLengths(page: TitleSettings, route: string): DiagnosticInit[] {
  if (page.draft) return [];
  const descriptionProblems = route === '/404' ? [] : checkLength(page, 'description');
  return [...checkLength(page, 'title'), ...descriptionProblems];
}

function checkLength(page: TitleSettings, key: 'title' | 'description'): DiagnosticInit[] {
  const text = page[key];
  if (text === undefined || text === '') return [];
  const { length } = text.normalize().replaceAll(/\p{M}/gu, '');
  const isWide = (text.match(wideLetter)?.length ?? 0) > length / 2;
  const { min, max } = isWide ? halve(lengthLimits[key]) : lengthLimits[key];
  if (length >= min && length <= max) return [];
  const rule = key === 'title' ? 'title-length' : 'description-length';
  const lengthText = length === 1 ? '1 character' : `${length} characters`;
  const message =
    length > max
      ? `this ${key} is ${lengthText} long, but search engines only show about ${max}`
      : `this ${key} is only ${lengthText} long, which is too short`;
  return [
    {
      path: [key],
      rule,
      message,
      label: length > max ? `${length - max} too many` : `at least ${min} are needed`,
      advice:
        length > max
          ? 'shorten it, with the most important words first'
          : 'describe in a sentence what visitors find on the page',
    },
  ];
}

const vagueLinkText = new RegExp(
  '^(?:(?:please )?click (?:here|me|this)|(?:right )?here|(?:read|see|show|view|find out) more|' +
    'more|more info(?:rmation)?|read on|link|this (?:page|link)|this|continue)$',
  'i',
);

/** Reports link texts that do not describe their target. */
export function checkLinkTexts(field: Field): DiagnosticInit[] {
  if (field.meta.describes === 'link') return checkLinkText(field.path, field.text);
  const links = field.markdown?.links ?? [];
  return links.flatMap(({ words, wordsStart: start, wordsLength: length }) =>
    checkLinkText(field.path, words, { start, length }),
  );
}

function checkLinkText(path: Path, linkText: string, within?: DataLocation['within']): DiagnosticInit[] {
  const trimmedText = linkText.replaceAll(/^[\s"'“”‘’>»→]+|[\s"'“”‘’.,:!…>»→]+$/g, '');
  const isUrl = /^(?:https?:\/\/|www\.)\S+$/i.test(trimmedText);
  if (!isUrl && !vagueLinkText.test(trimmedText)) return [];
  return [
    {
      path,
      within,
      rule: 'link-words',
      message: isUrl
        ? 'an address is hard to read and says little about its target'
        : `\`${trimmedText}\` does not describe the target of the link`,
      label: 'some visitors hear only the link text',
      received: linkText,
      advice: 'describe the target, for example: See our prices',
    },
  ];
}

const vagueDescription = new RegExp(
  '^(?:an? |the )?(?:image|picture|photo|photograph|graphic|icon|logo|img|illustration|screenshot|' +
    'alt|untitled|placeholder)(?:[ _-]*\\d+)?$',
  'i',
);

/** Reports picture descriptions that do not describe the picture. */
export function checkPictureDescriptions(field: Field): DiagnosticInit[] {
  const { meta, text, path, owner } = field;
  if (meta.describes === 'picture') return checkPictureDescription(path, text, String(owner['src'] ?? ''));
  const pictures = field.markdown?.pictures ?? [];
  return pictures.flatMap(({ alt, src, altStart: start }) =>
    checkPictureDescription(path, alt, src, { start, length: alt.length }),
  );
}

function checkPictureDescription(
  path: Path,
  text: string,
  src: string,
  within?: DataLocation['within'],
): DiagnosticInit[] {
  const alt = text.trim();
  const name = src.slice(src.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const isFile =
    /\.(?:svg|png|jpe?g|jfif|webp|avif|gif)$/i.test(alt) ||
    (/[-_\d]/.test(name) && alt.toLowerCase() === name.toLowerCase());
  if (!isFile && !vagueDescription.test(alt)) return [];
  return [
    {
      path,
      within,
      rule: 'picture-words',
      message: isFile
        ? 'this is a file name, which does not describe the picture'
        : `\`${alt}\` does not describe the picture`,
      label: 'this is read to visitors who cannot see the picture',
      received: alt,
      advice: 'describe in a few words what the picture shows',
    },
  ];
}
