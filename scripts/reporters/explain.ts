import { suggestName } from '../../schema/diagnostics/similar-names.ts';
import { createExampleFiles } from '../../schema/check/example-site.ts';
import { isRuleId, rules, getSeverity } from '../../schema/diagnostics/rules.ts';
import type { Example, Rule } from '../../schema/diagnostics/rules/rule.ts';
import { UsageError } from '../system/command.ts';

/** Returns the explanation of a rule for `--explain`. */
export function explainRule(id: string): string {
  if (!isRuleId(id)) {
    const ids = Object.keys(rules);
    const nearest = suggestName(id, ids);
    const didYouMean = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
    const list = ids.map((ruleId) => `  ${ruleId}\n`).join('');
    throw new UsageError(`There is no rule called \`${id}\`.${didYouMean} The rules are:\n${list}`);
  }
  const { what, why } = rules[id];
  const { wrong, right } = formatExamples(rules[id]);
  const indent = (text: string) => text.trimEnd().replaceAll(/^(?=.)/gm, '    ');
  const parts = ['Wrong:', indent(wrong), 'Right:', indent(right), ...explainSymbols(wrong, right)];
  return `${[`${getSeverity(id)}[${id}]`, what, why, ...parts].join('\n\n')}\n`;
}

/** Formats the wrong and the right example of a rule. Shows only the files that an example adds to the example site. */
function formatExamples({ wrong, right }: Rule): { wrong: string; right: string } {
  // An empty right example is the example site itself. Show its versions of the files in the wrong example.
  const hasSameFiles =
    typeof right !== 'string' && Object.keys(right).length === 0 && typeof wrong !== 'string';
  return {
    wrong: formatExample(wrong),
    right: hasSameFiles ? formatFiles(right, Object.keys(wrong)) : formatExample(right),
  };
}

function formatExample(example: Example): string {
  return typeof example === 'string'
    ? showInvisibleCharacters(extractBlocks(example, 'index.yaml'))
    : formatFiles(example, Object.keys(example));
}

function formatFiles(example: Readonly<Record<string, string>>, paths: readonly string[]): string {
  return paths
    .map((path) => {
      if (example[path] === '') return `# pages/${path} does not exist\n`;
      if (/^(?:public|blocks)\//.test(path))
        return `# ${path}\n${showInvisibleCharacters(example[path] ?? '')}`;
      const hasOnlyBlocks = example[path]?.startsWith('- ');
      return `# pages/${path}\n${showInvisibleCharacters(hasOnlyBlocks ? extractBlocks(example, path) : findExampleFileText(example, path))}`;
    })
    .join('\n');
}

const findExampleFileText = (example: Example, path: string) =>
  createExampleFiles(example).find((file) => file.path === path)?.text ?? '';

/** Returns only the blocks of an example page, because its title and description are irrelevant. */
function extractBlocks(example: Example, path: string): string {
  const text = findExampleFileText(example, path);
  return text.slice(text.indexOf('blocks:'));
}

const maxLineLength = 160;

/** Replaces invisible and confusable characters with symbols, and truncates very long lines. */
function showInvisibleCharacters(text: string): string {
  const visibleText = text.replaceAll('\t', '⇥').replaceAll('\u00A0', '␣');
  return visibleText.replaceAll(
    new RegExp(`^(.{${maxLineLength}}).+$`, 'gm'),
    (line, start: string) => `${start} … (${line.length.toLocaleString('en')} characters)`,
  );
}

/** Explains the symbols that occur in the examples. */
function explainSymbols(...examples: string[]): string[] {
  const meanings = [
    ['⇥', 'a tab'],
    ['␣', 'a no-break space'],
  ] as const;
  const usedSymbols = meanings.filter(([symbol]) => examples.some((example) => example.includes(symbol)));
  return usedSymbols.length === 0
    ? []
    : [`${usedSymbols.map(([symbol, meaning]) => `\`${symbol}\` stands for ${meaning}`).join(', ')}.`];
}
