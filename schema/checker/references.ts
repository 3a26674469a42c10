import { suggest } from '../diagnostics/did-you-mean.ts';
import { embeddedAt } from '../content/embed-providers.ts';
import { iconSynonym } from './icon-synonyms.ts';
import { fileEndings } from '../content/file-types.ts';
import { type Path, valueAt } from '../util.ts';
import {
  closedListLabels,
  type Diagnostic,
  diagnostic,
  type InData,
  withPath,
} from '../diagnostics/diagnostic.ts';
import type { TextLink, TextPicture } from '../markdown/tree.ts';
import type { Field } from './collect-fields.ts';
import { mayHaveVariable, type Variables, spanBeforeVariables } from './variables.ts';
import { checkFileExists, checkPublicPicture, checkMinimumSize } from './file-targets.ts';
import { insecureLink, checkAnchor, checkExternalLink, checkPageLink } from './link-targets.ts';
import type { LinkSource, Names, DiagnosticWithoutPath, ReferenceContext } from './site-graph.ts';
import type { YamlDocument } from '../yaml/spans.ts';

/**
 * What is wrong with the references of the fields. `raw` gives a text as the author wrote it, before its
 * variables were filled in.
 */
export function referenceDiagnostics(
  fields: readonly Field[],
  here: LinkSource,
  all: ReferenceContext,
  raw: (path: Path) => unknown,
  variables: Variables,
): Diagnostic<InData>[] {
  const found: Diagnostic<InData>[] = [];
  for (const field of fields) {
    const { refersTo } = field.meta;
    // Most texts lead nowhere, so that nothing more is asked of them.
    const isBare = (refersTo === 'inline-text' || refersTo === 'block-text') && !field.markdown;
    if (refersTo !== undefined && field.text !== '' && !isBare)
      found.push(...fieldDiagnostics(field, here, all, raw, variables));
  }
  return found;
}

function fieldDiagnostics(
  field: Field,
  here: LinkSource,
  all: ReferenceContext,
  raw: (path: Path) => unknown,
  variables: Variables,
): Diagnostic<InData>[] {
  const { path, text, meta } = field;
  const at = (found: DiagnosticWithoutPath | undefined): Diagnostic<InData>[] => {
    if (!found) return [];
    const written = raw(path);
    const source = typeof written === 'string' ? written : text;
    // Another text for the whole would stand in the place of a variable.
    const isOfPart = source === text || found.within || (found.fix && 'edits' in found.fix);
    const fix = isOfPart ? found.fix : undefined;
    return [
      diagnostic({ ...found, fix, path, within: spanBeforeVariables(source, variables, found.within) }),
    ];
  };
  switch (meta.refersTo) {
    case 'page':
      return at(checkPageLink(text, here, all, field));
    case 'outside':
      return at(checkExternalLink(text, all, field));
    case 'block':
      return here.page === undefined ? [] : at(checkAnchor(text, text, here.page, all));
    case 'dialog':
      return all.dialogs === undefined || all.dialogs.has(text) ? [] : at(missingDialog(text, all.dialogs));
    case 'icon':
      return all.icons.has(text) ? [] : at(missingIcon(text, all.icons));
    case 'picture':
      return at(
        /^https?:\/\//.test(text)
          ? outsidePicture(text, all)
          : (checkPublicPicture(text, all) ?? checkMinimumSize(text, meta, all)),
      );
    case 'video':
    case 'subtitles':
    case 'font':
      return at(checkFileExists(text, all, fileEndings[meta.refersTo]));
    case 'embed':
      return at(embedHost(text, all));
    case 'inline-text':
    case 'block-text':
      return [
        ...(field.markdown?.faults ?? []).flatMap(({ start, length, ...fault }) =>
          at({ ...fault, within: { start, length } }),
        ),
        ...(field.markdown?.links ?? []).flatMap((link) => at(linkInText(link, here, all))),
        ...(field.markdown?.pictures ?? []).flatMap((picture) => at(pictureInText(picture, all))),
      ];
    default:
      return [];
  }
}

function linkInText(
  { to, toStart, toLength }: TextLink,
  here: LinkSource,
  all: ReferenceContext,
): DiagnosticWithoutPath | undefined {
  // An unknown variable has a diagnostic already.
  if (mayHaveVariable(to)) return undefined;
  const found = /^[/#]/.test(to) ? checkPageLink(to, here, all) : checkExternalLink(to, all);
  if (!found) return undefined;
  const inner = to.length === toLength ? found.within : undefined;
  const start = toStart + (inner?.start ?? 0);
  return { ...found, within: { start, length: inner?.length ?? toLength } };
}

function pictureInText(
  { src, srcStart: start, srcLength: length }: TextPicture,
  all: ReferenceContext,
): DiagnosticWithoutPath | undefined {
  const found = /^https?:\/\//.test(src) ? elsewhere : checkPublicPicture(src, all);
  return found && { ...found, within: { start, length } };
}

const elsewhere: DiagnosticWithoutPath = {
  rule: 'text-picture',
  message: 'a picture in a text must lie in `public/`, as nothing is known of the size of others',
  label: 'this picture lies on another site',
  advice: 'put the picture into `public/`, and write it like `/pictures/team.jpg`',
};

function outsidePicture(
  written: string,
  { pictureHosts }: ReferenceContext,
): DiagnosticWithoutPath | undefined {
  if (written.startsWith('http://'))
    return insecureLink(written, 'a picture of another site must come over `https://`');
  const [, host = ''] = /^https:\/\/([^/?#]*)/.exec(written) ?? [];
  if (pictureHosts === undefined || pictureHosts.has(host)) return undefined;
  return {
    rule: 'picture-host',
    message: `\`_site.yaml\` does not allow pictures from \`${host}\``,
    label: 'every visitor would be made known there',
    received: written,
    advice:
      'put the picture into `public/`, which is faster too, ' +
      `or write \`pictures: { hosts: [${host}] }\` in \`_site.yaml\``,
  };
}

function embedHost(written: string, { embedHosts }: ReferenceContext): DiagnosticWithoutPath | undefined {
  if (written.startsWith('http://'))
    return insecureLink(written, 'what is shown of another site must come over `https://`');
  const embedded = embeddedAt(written);
  if (embedded?.kind !== 'other' || embedHosts === undefined || embedHosts.has(embedded.host))
    return undefined;
  return {
    rule: 'embed-host',
    message: `\`_site.yaml\` does not allow pages to show something of \`${embedded.host}\``,
    label: 'what comes from there can do much on your page',
    received: written,
    advice: `if you trust that site, write \`embeds: { hosts: [${embedded.host}] }\` in \`_site.yaml\``,
  };
}

function missingDialog(written: string, dialogs: Names): DiagnosticWithoutPath {
  const names = [...dialogs];
  return {
    rule: 'missing-dialog',
    message: `\`_site.yaml\` defines no dialog called \`${written}\``,
    advice: 'open another one, or define it there under `dialogs:`',
    ...closedListLabels(written, names, suggest(written, names)),
    note: names.length === 0 ? 'it defines none at all' : undefined,
  };
}

function missingIcon(written: string, icons: Names): DiagnosticWithoutPath {
  const names = [...icons];
  return {
    rule: 'missing-icon',
    message: `there is no icon called \`${written}\``,
    advice: 'choose another icon, or leave it out',
    ...closedListLabels(written, names, iconSynonym(written, icons) ?? suggest(written, names)),
    note: names.length > 12 ? 'all icons with their pictures: https://lucide.dev/icons' : undefined,
  };
}

/** Fields, with the document that they stand in and their place there. */
export interface FieldsOfDocument {
  document: YamlDocument;
  fields: readonly Field[];
  place(path: Path): Path;
}

/** What is wrong with the references of fields; paths are those of their document. */
export function fileReferences(
  { document, fields, place }: FieldsOfDocument,
  here: LinkSource,
  context: ReferenceContext,
  variables: Variables,
): Diagnostic<InData>[] {
  const raw = (path: Path) => valueAt(document.data, place(path));
  return referenceDiagnostics(fields, here, context, raw, variables).map((one) => withPath(one, place));
}
