import type { z } from 'zod';
import { someText } from '../base/some-text.ts';
import { type Diagnostic, diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import { fieldsIn } from './collect-fields.ts';

/** Longer texts whose last line is a setting by its looks: indented too far, it has become text. */
export function swallowedLines(data: unknown, schema: z.ZodType): Diagnostic<InData>[] {
  // Most blocks have no text of several lines.
  if (!someText(data, (text) => text.includes('\n'))) return [];
  return fieldsIn(data, schema).flatMap(({ path, text, names, owner }): Diagnostic<InData>[] => {
    const start = text.trimEnd().lastIndexOf('\n') + 1;
    if (start === 0) return [];
    const [line, dash, name = ''] = /^\s*(- )?([A-Za-z][\w-]*):(?=\s|$).*/.exec(text.slice(start)) ?? [];
    if (line === undefined) return [];
    const isSetting = names.includes(name) && (dash !== undefined || !Object.hasOwn(owner, name));
    const isBlock = dash !== undefined && (name === 'type' || name === 'use');
    if (!isSetting && !isBlock) return [];
    return [
      diagnostic({
        path,
        within: { start, length: line.trimEnd().length },
        rule: 'wrong-indentation',
        message: 'this line is indented too far, so it was taken as more of the text above',
        label: 'this looks like a setting of its own',
        advice: 'move the line to the left; if it is text, write something in front of its first word',
      }),
    ];
  });
}
