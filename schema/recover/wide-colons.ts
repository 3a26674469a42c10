import type { Lines } from '../base/lines.ts';
import { type Candidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { lineInfo } from './line-info.ts';

interface WideColon {
  key: string;
  /** Where the name begins, where it ends, where the value begins and where that ends. */
  from: number;
  at: number;
  value: number;
  to: number;
}

/** The colon of another keyboard behind the name on a line, and on all lines right above and below. */
export function wideColonCandidates(lines: Lines, number: number): Candidate[] {
  const here = wideColon(lines, number);
  if (!here) return [];
  const all = [...besides(lines, number, -1).toReversed(), here, ...besides(lines, number, 1)];
  return all.length === 1 ? [candidate(lines, [here])] : [candidate(lines, all), candidate(lines, [here])];
}

function wideColon(lines: Lines, number: number): WideColon | undefined {
  const { from: start, to, text } = lineInfo(lines, number);
  const [whole, lead = '', key] = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)[ \t]*：[ \t\u3000]*/.exec(text) ?? [];
  if (whole === undefined || key === undefined) return undefined;
  const from = start + lead.length;
  return { key, from, at: from + key.length, value: Math.min(start + whole.length, to), to };
}

function besides(lines: Lines, number: number, step: 1 | -1): WideColon[] {
  const found: WideColon[] = [];
  for (let at = number + step; at > 0 && at <= lines.starts.length && found.length < 100; at += step) {
    const one = wideColon(lines, at);
    if (!one) break;
    found.push(one);
  }
  return found;
}

function candidate(lines: Lines, found: readonly WideColon[]): Candidate {
  const [{ key, from, value, to } = { key: '', from: 0, value: 0, to: 0 }] = found;
  return diagnostic({
    rule: 'missing-colon',
    message: `the colon after \`${key}\` is the wide one of another keyboard`,
    label: 'YAML knows only `:` with a space behind it',
    from,
    to,
    fix: {
      title:
        found.length === 1
          ? `write \`${`${key}: ${lines.text.slice(value, to)}`.trimEnd()}\``
          : `write \`: \` in each of these ${found.length} lines`,
      safety: 'suggested',
      edits: found.map((one) => ({
        from: one.at,
        to: one.value,
        newText: one.value === one.to ? ':' : ': ',
      })),
    },
  });
}
