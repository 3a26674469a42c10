import { asText } from './message.ts';
import type { Outcome } from './outcome.ts';
import { sentences, spokenLanguage } from './sentences.ts';

/** Says whether the message was stored, if the site's own page cannot be fetched. */
export function plainPage({
  reason,
  fields = {},
  answers = new Map(),
  asked = [],
  language,
}: Outcome): string {
  const words = sentences(language);
  const title = reason === undefined ? words.sent : words.notSent;
  const typed = [...answers].filter(([, value]) => asText(value) !== '');
  const why = [
    ...new Set([...Object.values(fields), ...(Object.keys(fields).length > 0 ? [] : [reason ?? ''])]),
  ];
  const labelOf = (name: string) => asked.find((field) => field.name === name)?.label ?? name;
  const list = typed.map(
    ([name, value]) => `<dt>${escapeHtml(labelOf(name))}</dt><dd>${escapeHtml(asText(value))}</dd>`,
  );
  const text =
    reason === undefined
      ? `<p>${words.isStored}</p>`
      : `<p>${words.isNotStored} ${escapeHtml(why.join(' '))}</p>
<p>${words.goBack}</p>${list.length > 0 ? `\n<h2>${words.typed}</h2>\n<dl>${list.join('')}</dl>` : ''}`;
  return `<!doctype html>
<html lang="${spokenLanguage(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>:root{color-scheme:light dark}
body{font:1.125rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}
dt{font-weight:bold}dd{margin:0 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${text}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign);
}
