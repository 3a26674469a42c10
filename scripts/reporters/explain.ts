import { suggest } from '../../schema/diagnostics/similar-names.ts';
import { exampleFiles } from '../../schema/check/example-site.ts';
import { isRule, rules, severityOf } from '../../schema/diagnostics/rules.ts';
import type { Example, Rule } from '../../schema/diagnostics/rules/rule.ts';
import { UsageError } from '../system/command.ts';

/** Returns the text of `--explain` for a rule. */
export function explainRule(id: string): string {
  if (!isRule(id)) {
    const ids = Object.keys(rules);
    const nearest = suggest(id, ids);
    const didYouMean = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
    const list = ids.map((one) => `  ${one}\n`).join('');
    throw new UsageError(`There is no rule called \`${id}\`.${didYouMean} The rules are:\n${list}`);
  }
  const { what, why } = rules[id];
  const { wrong, right } = examplesOf(rules[id]);
  const indented = (text: string) => text.trimEnd().replaceAll(/^(?=.)/gm, '    ');
  const parts = ['Wrong:', indented(wrong), 'Right:', indented(right), ...legend(wrong, right)];
  return `${[`${severityOf(id)}[${id}]`, what, why, ...parts].join('\n\n')}\n`;
}

/** Returns the parts of a rule's examples that differ from the example site. */
function examplesOf({ wrong, right }: Rule): { wrong: string; right: string } {
  // Examples omit unchanged files. A rule about a missing file shows that file.
  const same = typeof right !== 'string' && Object.keys(right).length === 0 && typeof wrong !== 'string';
  return {
    wrong: exampleText(wrong),
    right: same ? filesText(right, Object.keys(wrong)) : exampleText(right),
  };
}

function exampleText(example: Example): string {
  return typeof example === 'string'
    ? visible(blocksOf(example, 'index.yaml'))
    : filesText(example, Object.keys(example));
}

function filesText(example: Readonly<Record<string, string>>, paths: readonly string[]): string {
  return paths
    .map((path) => {
      if (example[path] === '') return `# pages/${path} does not exist\n`;
      if (/^(?:public|blocks)\//.test(path)) return `# ${path}\n${visible(example[path] ?? '')}`;
      const isBlocks = example[path]?.startsWith('- ');
      return `# pages/${path}\n${visible(isBlocks ? blocksOf(example, path) : exampleFileText(example, path))}`;
    })
    .join('\n');
}

const exampleFileText = (example: Example, path: string) =>
  exampleFiles(example).find((file) => file.path === path)?.text ?? '';

/** Returns only the blocks: the title and description of an example page are irrelevant. */
function blocksOf(example: Example, path: string): string {
  const text = exampleFileText(example, path);
  return text.slice(text.indexOf('blocks:'));
}

const longLine = 160;

/** Replaces confusable characters with symbols, and truncates very long lines. */
function visible(text: string): string {
  const shown = text.replaceAll('\t', '⇥').replaceAll('\u00A0', '␣');
  return shown.replaceAll(
    new RegExp(`^(.{${longLine}}).+$`, 'gm'),
    (line, start: string) => `${start} … (${line.length.toLocaleString('en')} characters)`,
  );
}

/** Explains the symbols that occur in the examples. */
function legend(...examples: string[]): string[] {
  const meanings = [
    ['⇥', 'a tab'],
    ['␣', 'a no-break space'],
  ] as const;
  const used = meanings.filter(([mark]) => examples.some((example) => example.includes(mark)));
  return used.length === 0
    ? []
    : [`${used.map(([mark, meaning]) => `\`${mark}\` stands for ${meaning}`).join(', ')}.`];
}
