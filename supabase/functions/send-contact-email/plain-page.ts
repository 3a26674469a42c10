import { asText } from './message.ts';
import type { Outcome } from './outcome.ts';

/** Says whether the message was stored, if the site's own page cannot be fetched. */
export function plainPage({ reason, fields = {}, answers = new Map() }: Outcome): string {
  const title = reason === undefined ? 'Message sent' : 'Message not sent';
  const typed = [...answers].filter(([, value]) => asText(value) !== '');
  const why = [
    ...new Set([...Object.values(fields), ...(Object.keys(fields).length > 0 ? [] : [reason ?? ''])]),
  ];
  const list = typed.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(asText(value))}</dd>`,
  );
  const text =
    reason === undefined
      ? '<p>Your message has been received and stored.</p>'
      : `<p>Your message has not been stored. ${escapeHtml(why.join(' '))}</p>
<p>Use your browser’s Back button to return to the form.</p>${
          list.length > 0 ? `\n<h2>What you wrote</h2>\n<dl>${list.join('')}</dl>` : ''
        }`;
  return `<!doctype html>
<html lang="en">
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
