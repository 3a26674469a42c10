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
const glyph = '{{ with .icon }}<svg class="icon"><use href="/icons.svg#{{ . }}"/></svg>{{ end }}';
const section = (type: string, inside: string) => `<section class="${type}">${inside}</section>`;

/**
 * Layouts that make of each page what `floor-blocks.ts` makes of it. Texts pass through Markdown only where
 * the pages that are measured have any.
 */
export const hugoLayouts: Readonly<Record<string, string>> = {
  '_default/single.html': '{{ partial "page.html" . }}',
  '_default/list.html': '{{ partial "page.html" . }}',
  'partials/page.html': page,
  'partials/blocks/hero.html': section(
    'hero',
    `<h1>{{ .heading }}</h1>
{{ with .byline }}<p>{{ .title }}, {{ .readTime }}</p>{{ end }}
<p>{{ .lead | markdownify }}</p>
<ul>{{ range .facts }}<li>${glyph}{{ .text }}</li>{{ end }}</ul>
${actions}`,
  ),
  'partials/blocks/stats.html': section(
    'stats',
    `<h2>{{ .heading }}</h2>
<dl>{{ range .items }}<div><dt>{{ .value }}</dt><dd>{{ .label }}</dd></div>{{ end }}</dl>`,
  ),
  'partials/blocks/card-grid.html': section(
    'card-grid',
    `<h2>{{ .heading }}</h2>
<ul class="columns-{{ .columns }}">
{{ range .items }}<li>${glyph}<h3>{{ .heading }}</h3><p>{{ .text }}</p>
{{ with .tags }}<p>{{ delimit . " " }}</p>{{ end }}</li>{{ end }}
</ul>`,
  ),
  'partials/blocks/timeline.html': section(
    'timeline',
    `<h2>{{ .heading }}</h2>
<ol>{{ range .items }}<li><h3>{{ .heading }}</h3><p>{{ .text }}</p></li>{{ end }}</ol>`,
  ),
  'partials/blocks/faq.html': section(
    'faq',
    `<h2>{{ .heading }}</h2>
{{ range .items }}<details><summary>{{ .question }}</summary><p>{{ .answer | markdownify }}</p></details>
{{ end }}`,
  ),
  'partials/blocks/text.html': section('text', '<h2>{{ .heading }}</h2>{{ .body | markdownify }}'),
  'partials/blocks/cta.html': section('cta', `<h2>{{ .heading }}</h2><p>{{ .lead }}</p>${actions}`),
  'partials/blocks/form.html': section(
    'form',
    `<h2>{{ .heading }}</h2><form id="{{ .id }}" method="post">
{{ range .fields }}<label>{{ .label }}
{{ if eq .kind "long-text" }}<textarea name="{{ .name }}" rows="{{ .rows }}" required></textarea>
{{ else }}<input name="{{ .name }}" type="{{ .kind | default "text" }}" required>{{ end }}</label>{{ end }}
<button>{{ .submit.label }}</button></form>`,
  ),
};
