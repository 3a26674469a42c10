import { collectPageReferences } from './resolve-page.ts';
import type { PageView } from './page-view.ts';
import type { HighlighterCore } from 'shiki/core';
import type { CodeKind, CodeToken } from '../markdown/tree.ts';

/**
 * The kinds of code tokens, each with the grammar scopes that it applies to. If several scopes match, the last one
 * wins.
 */
const scopesByKind: readonly (readonly [CodeKind | undefined, string])[] = [
  ['keyword', 'keyword, storage, variable.language, punctuation.definition.keyword'],
  [undefined, 'keyword.operator, storage.type.function.arrow'],
  ['keyword', 'keyword.operator.new, keyword.operator.expression, keyword.operator.word'],
  ['name', 'entity.name, support.function, support.class, entity.other.attribute-name'],
  ['name', 'support.type.property-name, support.type.primitive, meta.object-literal.key'],
  ['number', 'constant.numeric, constant.language, constant.character, support.constant'],
  ['string', 'string, punctuation.definition.string, markup.inline.raw'],
  [undefined, 'string meta.embedded, string meta.template.expression'],
  ['removed', 'markup.deleted'],
  ['added', 'markup.inserted'],
  ['comment', 'comment, punctuation.definition.comment'],
];
// The highlighter assigns colours to tokens. Here, a colour only identifies a kind; the site's theme defines the
// visible colours.
const toKindColor = (kindIndex: number) => `#${(kindIndex + 1).toString(16).padStart(6, '0')}`;
const kindByColor = new Map(scopesByKind.map(([kind], index) => [toKindColor(index), kind]));
const theme = {
  name: 'kinds',
  fg: '#ffffff',
  bg: '#000000',
  settings: scopesByKind.map(([, scope], at) => ({ scope, settings: { foreground: toKindColor(at) } })),
};

let startingHighlighter: Promise<HighlighterCore> | undefined;

/**
 * Returns a page view with its code highlighted. Loads the highlighter only when the first page with code is
 * highlighted.
 */
export async function highlightPage(view: PageView): Promise<PageView> {
  const { language: languages } = collectPageReferences(view.blocks);
  if (languages.size === 0) return view;
  const highlighter = await (startingHighlighter ??= openHighlighter());
  const { bundledLanguages } = await import('shiki/langs');
  const supportedLanguages = [...languages].filter((name) => name in bundledLanguages);
  await highlighter.loadLanguage(
    ...supportedLanguages.map((name) => bundledLanguages[name as keyof typeof bundledLanguages]), // filtered above
  );
  const blocks = addHighlightedLines(
    view.blocks,
    highlighter,
    new Set(supportedLanguages),
  ) as PageView['blocks']; // the types of blocks stay the same
  return { ...view, blocks };
}

async function openHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createOnigurumaEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/oniguruma'),
  ]);
  return createHighlighterCore({ themes: [theme], engine: createOnigurumaEngine(import('shiki/wasm')) });
}

function addHighlightedLines(
  value: unknown,
  highlighter: HighlighterCore,
  supportedLanguages: ReadonlySet<string>,
): unknown {
  if (Array.isArray(value))
    return value.map((child: unknown) => addHighlightedLines(child, highlighter, supportedLanguages));
  if (typeof value !== 'object' || value === null) return value;
  if ('codeBlock' in value && 'language' in value) {
    const { codeBlock: code, language } = value as Record<string, string>; // no setting is called `codeBlock`
    if (code === undefined || language === undefined || !supportedLanguages.has(language)) return value;
    // With a time limit, the output would depend on how busy the machine is.
    const options = { lang: language, theme: theme.name, tokenizeTimeLimit: 0 };
    const tokens = highlighter.codeToTokensBase(code, options);
    // The lines contain the code, so it is not repeated in `codeBlock`.
    return { ...value, codeBlock: '', lines: tokens.map(mergeTokens) };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, child]: [string, unknown]) => [
      key,
      addHighlightedLines(child, highlighter, supportedLanguages),
    ]),
  );
}

/** Returns the tokens in a line, with adjacent tokens of the same kind merged. */
function mergeTokens(line: readonly { content: string; color?: string }[]): CodeToken[] {
  const mergedTokens: [code: string, kind?: CodeKind][] = [];
  for (const { content, color = '' } of line) {
    const kind = content.trim() === '' ? mergedTokens.at(-1)?.[1] : kindByColor.get(color.toLowerCase());
    const lastToken = mergedTokens.at(-1);
    if (lastToken && lastToken[1] === kind) lastToken[0] += content;
    else mergedTokens.push(kind === undefined ? [content] : [content, kind]);
  }
  return mergedTokens;
}
