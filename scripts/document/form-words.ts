import type { BlockOf } from '../../schema/blocks/index.ts';
import type { Site } from '../../schema/site.ts';
import { roomForFiles, megabytes } from '../../supabase/functions/_shared/file-rules.ts';
import { sizeInWords } from './file-words.ts';

/** A form whose fields for files say what they take, behind what their author says of them. */
export function formWords(
  block: BlockOf<'form'>,
  { language, words }: Pick<Site, 'language' | 'words'>,
): BlockOf<'form'> {
  if (block.fields.every(({ kind }) => kind !== 'file')) return block;
  const fields = block.fields.map((field) => {
    const { kind, help, accept = [], maxSize = megabytes.usual, maxFiles = 1 } = field;
    if (kind !== 'file') return field;
    const named = accept.map((one) => one.toUpperCase());
    const values: Record<string, string | number> = {
      kinds: new Intl.ListFormat(language, { type: 'disjunction' }).format(named),
      size: sizeInWords(maxSize * 1_000_000, language),
      total: sizeInWords(roomForFiles(block.fields), language),
      count: maxFiles,
    };
    const takes = (maxFiles > 1 ? words.takesFiles : words.takesFile).replace(
      /\{(\w+)\}/g,
      (_, name: string) => String(values[name] ?? ''),
    );
    return { ...field, help: help ? [...help, ' ', takes] : [takes] };
  });
  return { ...block, fields };
}
