import type { Path } from './document.ts';
import { isGroup } from './is-group.ts';
import { didYouMean } from './suggest.ts';
import type { Problem } from './shape.ts';

/** Replaces `{{name}}` in every text of `data`; a name that the site does not define is a problem. */
export function fillVariables(data: unknown, variables: ReadonlyMap<string, string>): { data: unknown; problems: Problem[] } {
  const problems: Problem[] = [];
  const fill = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') {
      return value.replaceAll(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) => {
        const text = variables.get(name);
        if (text !== undefined) return text;
        problems.push({
          path,
          rule: 'unknown-variable',
          message: `\`${whole}\` stands for nothing${didYouMean(name, variables.keys())} (\`_site.yaml\` defines ${[...variables.keys()].map((known) => `\`${known}\``).join(', ')})`,
        });
        return whole;
      });
    }
    if (Array.isArray(value)) return value.map((item, index) => fill(item, [...path, index]));
    if (isGroup(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key])]));
    return value;
  };
  return { data: fill(data, []), problems };
}
