import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { purposes } from '../../schema/blocks/block-definition.ts';
import { getBasePath } from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';
import { createEngineDocument } from '../outputs/engine-document.ts';
import { escapeMarkup } from '../system/format.ts';
import { formatCount } from '../../schema/base/text.ts';
import { engineFolder } from '../system/project.ts';
import { runCatalogue } from './catalogue-script.ts';
import { listCatalogueEntries, type CatalogueEntry, type Example } from './examples.ts';
import { getPreviewPath } from './preview.ts';

const readStyles = () => readFileSync(join(engineFolder, 'src/editor/styles/catalogue.css'), 'utf8');

/** Creates the catalogue, a document in which authors search, view and copy all blocks in all layouts. */
export function createCatalogueDocument(site: Site): string {
  const sections = groupByPurpose(listCatalogueEntries());
  const allEntries = sections.flatMap(([, sectionEntries]) => sectionEntries);
  const examples = allEntries.reduce((sum, entry) => sum + entry.examples.length, 0);
  const base = getBasePath(site.url);
  const navigation = sections
    .map(
      ([name, sectionEntries]) =>
        `<li><p class="soft">${name}</p><ul>${sectionEntries.map((blockEntry) => `<li data-entry="${blockEntry.type}"><a href="#${blockEntry.type}">${blockEntry.label}</a></li>`).join('')}</ul></li>`,
    )
    .join('');
  const body =
    '<a class="skip" href="#blocks">Skip to the blocks</a>' +
    `<header><h1>Blocks <span class="soft">of ${escapeMarkup(site.company)}</span></h1>` +
    '<search><label for="filter">Find a block</label>' +
    '<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="accordion, team, numbers"></search>' +
    '</header>' +
    `<div class="columns"><details open><summary>All blocks</summary><nav aria-label="Blocks"><ul>${navigation}</ul></nav></details>` +
    `<main id="blocks" tabindex="-1"><p class="count soft" role="status">${formatCount(allEntries.length, 'block')} in ${formatCount(examples, 'layout')}, shown with your colours and fonts.</p>` +
    '<p class="none soft" hidden>No block matches. Search for a purpose, such as <kbd>quote</kbd> or <kbd>price</kbd>.</p>' +
    `${allEntries.map((entry) => renderEntry(entry, base)).join('')}</main></div><script>(${runCatalogue.toString()})()</script>`;
  return createEngineDocument({ title: `Blocks of ${site.company}`, css: readStyles(), body });
}

function groupByPurpose(
  entries: readonly CatalogueEntry[],
): (readonly [name: string, entries: CatalogueEntry[]])[] {
  const sections = [...purposes, undefined].map(
    (name) => [name ?? 'Others', entries.filter(({ purpose }) => purpose === name)] as const,
  );
  return sections.filter(([, sectionEntries]) => sectionEntries.length > 0);
}

function renderEntry(
  { type, label, description, otherNames, examples }: CatalogueEntry,
  base: string,
): string {
  const words = [
    type,
    label,
    description,
    otherNames,
    ...examples.map((example) => `${example.layout} ${example.label}`),
  ];
  return (
    `<section class="block" id="${type}" aria-labelledby="${type}-name" data-words="${escapeMarkup(words.join(' ').replaceAll('`', '').toLowerCase())}">` +
    `<h2 id="${type}-name"><a href="#${type}">${label}</a> <code class="soft">${type}</code></h2>` +
    `<p class="soft">${escapeMarkup(description).replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>` +
    `${examples.map((example) => renderExample(example, label, base)).join('')}</section>`
  );
}

function renderExample(example: Example, name: string, base: string): string {
  const { id, type, label, layout, yaml } = example;
  const address = base + getPreviewPath(example);
  return (
    `<article id="${id}" aria-labelledby="${id}-name"><div class="head row"><h3 id="${id}-name"><a href="#${id}">${label}</a></h3>` +
    (layout === '' ? '' : `<code class="soft">layout: ${layout}</code>`) +
    `<button type="button" class="insert main" data-type="${type}" data-layout="${layout}" data-label="${name}" hidden>Insert<span class="visually-hidden"> ${name}, ${label}</span></button>` +
    `<a class="open" href="${address}">Open<span class="visually-hidden"> ${name}, ${label}</span></a></div>` +
    `<div class="stage"><iframe src="${address}" title="${name}, ${label}" loading="lazy"></iframe></div>` +
    `<details class="source"><summary>YAML<span class="visually-hidden"> of ${name}, ${label}</span></summary>` +
    `<div><button type="button" class="main" hidden>Copy<span class="visually-hidden"> ${name}, ${label}</span></button>` +
    `<pre><code>${escapeMarkup(yaml)}</code></pre></div></details></article>`
  );
}
