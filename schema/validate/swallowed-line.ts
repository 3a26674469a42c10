import type { z } from 'zod';
import { someText } from '../base/some-text.ts';
import { type Diagnostic, diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import { fieldsIn } from './collect-fields.ts';

const setting = /\n\s*(?:- )?[A-Za-z][\w-]*:(?:\s|$)/;

/** Longer texts with a line that is a setting by its looks: indented too far, it has become text. */
export function swallowedLines(data: unknown, schema: z.ZodType): Diagnostic<InData>[] {
  // Most blocks have no text with such a line.
  if (!someText(data, (text) => text.includes('\n') && setting.test(text))) return [];
  return fieldsIn(data, schema).flatMap(({ path, text, names, owner }): Diagnostic<InData>[] => {
    const isMissing = (name: string) => names.includes(name) && !Object.hasOwn(owner, name);
    const within = lastLine(text, names, isMissing) ?? lineOfGroup(text, isMissing);
    if (!within) return [];
    return [
      diagnostic({
        path,
        within,
        rule: 'wrong-indentation',
        message: 'this line is indented too far, so it was taken as more of the text above',
        label: 'this looks like a setting of its own',
        advice: 'move the line to the left; if it is text, write something in front of its first word',
      }),
    ];
  });
}

interface Line {
  start: number;
  length: number;
}

/** The last line of a text, if it looks like a setting or like the next of a list. */
function lastLine(
  text: string,
  names: readonly string[],
  isMissing: (name: string) => boolean,
): Line | undefined {
  const start = text.trimEnd().lastIndexOf('\n') + 1;
  if (start === 0) return undefined;
  const [line, dash, name = ''] = /^\s*(- )?([A-Za-z][\w-]*):(?=\s|$).*/.exec(text.slice(start)) ?? [];
  if (line === undefined) return undefined;
  const isSetting = dash === undefined ? isMissing(name) : names.includes(name);
  const isBlock = dash !== undefined && (name === 'type' || name === 'use');
  return isSetting || isBlock ? { start, length: line.trimEnd().length } : undefined;
}

// A name alone on a line, above one that looks like a part of it.
const group = /\n([ \t]*([A-Za-z][\w-]*):[ \t]*)(?=\n[ \t]*(?:- |[A-Za-z][\w-]*:(?:\s|$)))/g;

/** A line that begins a group, which has become text with all that stands in it. */
function lineOfGroup(text: string, isMissing: (name: string) => boolean): Line | undefined {
  for (const { index, 1: line = '', 2: name = '' } of text.matchAll(group)) {
    const isCode = (text.slice(0, index).match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
    if (isMissing(name) && !isCode) return { start: index + 1, length: line.trimEnd().length };
  }
  return undefined;
}
