import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Cost, measure } from './measure.ts';

/** Returns the version of the installed Hugo, if any. */
export function hugoVersion(): string | undefined {
  const { stdout } = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  return /v[\d.]+\S*/.exec(stdout ?? '')?.[0];
}

/** Writes a generated site for Hugo: each page becomes the front matter of a content file. */
export function writeHugoSite(pages: string, folder: string): void {
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write('config.yaml', config);
  for (const [path, text] of Object.entries(layouts)) write(`layouts/${path}`, text);
  for (const path of globSync('**/*.yaml', { cwd: pages })) {
    const text = readFileSync(join(pages, path), 'utf8');
    if (path.startsWith('_')) write(`data/${path.replace('_', '')}`, text);
    else write(`content/${contentFile(path)}`, `---\n${text}---\n`);
  }
}

/** Builds a site that `writeHugoSite` has written. */
export const runHugo = (folder: string): Promise<Cost> =>
  measure('hugo', ['--quiet'], { cwd: folder, env: { HUGO_CACHEDIR: join(folder, 'cache') } });

/** Hugo calls the page of a folder `_index`. */
function contentFile(path: string): string {
  const name = basename(path, '.yaml');
  return join(dirname(path), `${name === 'index' ? '_index' : name}.md`);
}

const config = `baseURL: https://www.example.org/
languageCode: en
disableKinds: [taxonomy, term, RSS]
enableRobotsTXT: true
`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{ .Title }} | {{ .Site.Data.site.company }}</title>
<meta name="description" content="{{ .Description }}">
<link rel="canonical" href="{{ .Permalink }}">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><nav>
{{- range .Site.Data.site.navigation.items }}<a href="{{ .to }}">{{ .label }}</a>{{ end -}}
</nav></header>
<main>
{{ range .Params.blocks }}
{{- $block := . }}{{ with .use }}{{ $block = index $.Site.Data.shared . }}{{ end }}
{{- partial (printf "blocks/%s.html" $block.type) $block }}
{{ end }}</main>
<footer>{{ .Site.Data.site.company }}</footer>
</body>
</html>
`;

const actions = '<p>{{ range .actions }}<a href="{{ .to }}">{{ .label }}</a>{{ end }}</p>';
const icon = '{{ with .icon }}<svg class="icon"><use href="/icons.svg#{{ . }}"/></svg>{{ end }}';

/** The content of each block. Texts are Markdown only where the generated pages have any. */
const blocks: Readonly<Record<string, string>> = {
  hero: `<h1>{{ .heading }}</h1>
{{ with .byline }}<p>{{ .title }}, {{ .readTime }}</p>{{ end }}
<p>{{ .lead | markdownify }}</p>
<ul>{{ range .facts }}<li>${icon}{{ .text }}</li>{{ end }}</ul>
${actions}`,
  stats: `<h2>{{ .heading }}</h2>
<dl>{{ range .items }}<div><dt>{{ .value }}</dt><dd>{{ .label }}</dd></div>{{ end }}</dl>`,
  'card-grid': `<h2>{{ .heading }}</h2>
<ul class="columns-{{ .columns }}">
{{ range .items }}<li>${icon}<h3>{{ .heading }}</h3><p>{{ .text }}</p>
{{ with .tags }}<p>{{ delimit . " " }}</p>{{ end }}</li>{{ end }}
</ul>`,
  timeline: `<h2>{{ .heading }}</h2>
<ol>{{ range .items }}<li><h3>{{ .heading }}</h3><p>{{ .text }}</p></li>{{ end }}</ol>`,
  faq: `<h2>{{ .heading }}</h2>
{{ range .items }}<details><summary>{{ .question }}</summary><p>{{ .answer | markdownify }}</p></details>
{{ end }}`,
  text: '<h2>{{ .heading }}</h2>{{ .body | markdownify }}',
  cta: `<h2>{{ .heading }}</h2><p>{{ .lead }}</p>${actions}`,
  form: `<h2>{{ .heading }}</h2><form id="{{ .id }}" method="post">
{{ range .fields }}<label>{{ .label }}
{{ if eq .kind "long-text" }}<textarea name="{{ .name }}" rows="{{ .rows }}" required></textarea>
{{ else }}<input name="{{ .name }}" type="{{ .kind | default "text" }}" required>{{ end }}</label>{{ end }}
<button>{{ .submit.label }}</button></form>`,
};

const layouts: Readonly<Record<string, string>> = {
  '_default/single.html': '{{ partial "page.html" . }}',
  '_default/list.html': '{{ partial "page.html" . }}',
  'partials/page.html': page,
  ...Object.fromEntries(
    Object.entries(blocks).map(([type, content]) => [
      `partials/blocks/${type}.html`,
      `<section class="${type}">${content}</section>`,
    ]),
  ),
};
