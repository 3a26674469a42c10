import {
  createChoiceLabels,
  type Diagnostic,
  createDiagnostic,
  type DiagnosticWithoutPath,
  type Fix,
  type DataLocation,
  createNameLabels,
  mapDiagnosticPath,
} from '../diagnostics/diagnostic.ts';
import { suggestName } from '../diagnostics/similar-names.ts';
import { parseEmbed, findProviderExample } from '../fields/embed-providers.ts';
import { findIcon } from './icon-synonyms.ts';
import { fileExtensions } from '../fields/file-types.ts';
import { type Path, getValueAt } from '../base/data.ts';
import type { Field } from './collect-fields.ts';
import type { ParseResult } from '../markdown/parse-context.ts';
import type { Reference } from './facts.ts';
import type { PlacedFields } from './read-file.ts';
import { hasVariableBraces, type Variables, toSourceSpan } from './variables.ts';
import { checkFileExists, checkPublicPicture, checkMinimumSize } from './file-targets.ts';
import {
  createInsecureLinkDiagnostic,
  checkAnchor,
  checkExternalLink,
  checkPageLink,
  checkLocalAddress,
} from './link-targets.ts';
import type { LinkSource, NameSet, SiteGraph } from './site-graph.ts';

/** A reference in a field. */
interface FieldReference extends Reference {
  /** The span of the reference, if it is only a part of the text. */
  within?: { start: number; length: number };
  /** Whether the link is written as `<https://…>`, which shows visitors the address. */
  isAutolink?: boolean;
}

/** Returns the references in a field. Most fields have none. */
export function collectFieldReferences({ key, text, meta, names, markdown }: Field): FieldReference[] {
  const { refersTo, isLink, minSize } = meta;
  switch (refersTo) {
    case undefined:
    case 'folder':
    case 'addresses':
    case 'tag':
    case 'author':
    case 'shared-block':
      return [];
    case 'inline-text':
    case 'block-text':
      return markdown ? collectMarkdownReferences(markdown, text) : [];
    default: {
      if (text === '') return [];
      const kind = refersTo === 'page' && isLink === false ? 'page-name' : refersTo;
      if (refersTo !== 'page' && refersTo !== 'external')
        return [{ kind, value: text, ...(minSize && { minSize }) }];
      const [hasTo, hasHref] = [names.includes('to'), names.includes('href')];
      const setting = { key, ...(hasTo && { hasTo }), ...(hasHref && { hasHref }) };
      return [{ kind, value: text, setting }];
    }
  }
}

function collectMarkdownReferences(
  { problems: textProblems, links, pictures }: ParseResult,
  text: string,
): FieldReference[] {
  return [
    ...textProblems.map(({ start, length, frame, ...problem }): FieldReference => {
      const reference = { kind: 'text-problem', value: '', within: { start, length }, problem } as const;
      return frame === undefined ? reference : { ...reference, frame };
    }),
    ...links.flatMap(({ to, toStart: start, toLength: length }): FieldReference[] => {
      // Braces remain only if a variable is unknown. Unknown variables have already been reported.
      if (hasVariableBraces(to)) return [];
      const kind = /^[/#]/.test(to) ? 'page' : 'external';
      const isAutolink = text[start - 1] === '<' && !/\]\(\s*<$|\]:\s*<$/.test(text.slice(0, start));
      return [{ kind, value: to, within: { start, length }, isAutolink }];
    }),
    ...pictures.map(({ src, srcStart: start, srcLength: length }): FieldReference => {
      return { kind: 'text-picture', value: src, within: { start, length } };
    }),
  ];
}

/** Checks a reference. `path` is the path of its setting, for fixes that change the setting. */
export function checkReference(
  { kind, value, minSize, setting, isHidden, problem, frame }: Reference,
  baseSource: LinkSource,
  site: SiteGraph,
  path: Path = [],
): DiagnosticWithoutPath | undefined {
  const linkSource = isHidden ? { ...baseSource, isHidden } : baseSource;
  const linkSetting = setting && { ...setting, path, isMention: kind === 'page-name' };
  switch (kind) {
    case 'page':
    case 'page-name':
      return checkPageLink(value, linkSource, site, linkSetting);
    case 'external':
      return checkExternalLink(value, site, linkSetting);
    case 'block':
      return linkSource.page === undefined
        ? undefined
        : checkAnchor(value, value, linkSource.page, site, linkSource);
    case 'dialog':
      return site.dialogs === undefined || site.dialogs.has(value)
        ? undefined
        : createMissingDialogDiagnostic(value, site.dialogs);
    case 'icon':
      return site.icons.has(value) ? undefined : createMissingIconDiagnostic(value, site.icons);
    case 'picture':
      return isExternal(value)
        ? checkExternalPicture(value, site)
        : (checkPublicPicture(value, site) ?? checkMinimumSize(value, minSize, site));
    case 'video':
    case 'sound':
    case 'subtitles':
    case 'font':
      return checkFileExists(value, site, fileExtensions[kind]);
    case 'embed':
      return checkEmbedHost(value, site);
    case 'text-picture':
      return isExternal(value) ? externalTextPictureDiagnostic : checkPublicPicture(value, site);
    case 'text-problem':
      return problem && frame !== undefined
        ? { ...problem, advice: createFrameAdvice(frame, site) }
        : problem;
  }
}

const isExternal = (url: string) => /^https?:\/\//.test(url);

/** Checks the references in fields. Paths in the diagnostics are relative to the document. */
export function checkFieldReferences(
  { document, fields, toDocumentPath, areRedirects, areHidden }: PlacedFields,
  baseSource: LinkSource,
  site: SiteGraph,
  variables: Variables,
): Diagnostic<DataLocation>[] {
  const linkSource = areRedirects ? { ...baseSource, isRedirect: true } : baseSource;
  return fields.flatMap((field) =>
    collectFieldReferences(field).flatMap((reference) => {
      const { within, value } = reference;
      const { path, text } = field;
      const referenceProblem = checkReference(
        areHidden ? { ...reference, isHidden: true } : reference,
        linkSource,
        site,
        path,
      );
      if (!referenceProblem) return [];
      const problem = within
        ? adaptMarkdownFix(referenceProblem, reference, text[within.start - 1] === '<')
        : referenceProblem;
      const innerSpan = within && value.length !== within.length ? undefined : problem.within;
      const part = within
        ? { start: within.start + (innerSpan?.start ?? 0), length: innerSpan?.length ?? within.length }
        : innerSpan;
      // The value as written in the file, before variables are filled in.
      const sourceValue = getValueAt(document.data, toDocumentPath(path));
      const source = typeof sourceValue === 'string' ? sourceValue : text;
      // Replacing the whole text would remove its variables.
      const isPartial = source === text || part || (problem.fix && 'edits' in problem.fix);
      const span = toSourceSpan(source, variables, part);
      const applicableFix = isPartial && keepsVariables(source, span, problem.fix) ? problem.fix : undefined;
      const fix =
        reference.kind === 'text-problem' && applicableFix && 'edits' in applicableFix
          ? { ...applicableFix, edits: toSourceEdits(applicableFix.edits, path, source, variables) }
          : applicableFix;
      return [mapDiagnosticPath(createDiagnostic({ ...problem, fix, path, within: span }), toDocumentPath)];
    }),
  );
}

/** Adapts the fix of an address in Markdown, so that the link stays valid Markdown. */
function adaptMarkdownFix(
  problem: DiagnosticWithoutPath,
  { kind, isAutolink }: FieldReference,
  isInBrackets: boolean,
): DiagnosticWithoutPath {
  const { fix } = problem;
  if (kind === 'text-problem' || !fix || 'edits' in fix) return problem;
  // Autolinks need a full URL: visitors would see `</about>` as text.
  if (isAutolink && !/^(?:https?|mailto|tel):/.test(fix.newText))
    return {
      ...problem,
      label: 'this link has no text',
      didYouMean: undefined,
      advice: `write a link text: \`[words](${fix.newText})\``,
      fix: undefined,
    };
  const newText = /[\s()]/.test(fix.newText) && !isInBrackets ? `<${fix.newText}>` : fix.newText;
  return { ...problem, fix: { ...fix, newText } };
}

/** Returns whether a fix leaves the variables in the text unchanged. */
const keepsVariables = (source: string, part: DataLocation['within'], fix: DiagnosticWithoutPath['fix']) =>
  !part || !fix || 'edits' in fix || !hasVariableBraces(source.slice(part.start, part.start + part.length));

/** Maps edits of filled-in Markdown to the text in the file, which contains variables. */
const toSourceEdits = (edits: Fix<DataLocation>['edits'], path: Path, source: string, variables: Variables) =>
  edits.map((edit) => ({ ...edit, path, within: toSourceSpan(source, variables, edit.within) }));

const externalTextPictureDiagnostic: DiagnosticWithoutPath = {
  rule: 'text-picture',
  message: 'a picture in a text must be in `public/`, because the size of other pictures is unknown',
  label: 'this picture is on another site',
  advice: 'put the picture into `public/`, and write it like `/pictures/team.jpg`',
};

function checkExternalPicture(value: string, site: SiteGraph): DiagnosticWithoutPath | undefined {
  const { pictureHosts } = site;
  const localAddressProblem = checkLocalAddress(value, site);
  if (localAddressProblem)
    return { ...localAddressProblem, fix: undefined, advice: 'put the picture into `public/`' };
  if (value.startsWith('http://'))
    return createInsecureLinkDiagnostic(
      value,
      'a picture on another site must have an address with `https://`',
    );
  const [, host = ''] = /^https:\/\/([^/?#]*)/.exec(value) ?? [];
  if (pictureHosts === undefined || pictureHosts.has(host)) return undefined;
  return {
    rule: 'picture-host',
    message: `\`_site.yaml\` does not allow pictures from \`${host}\``,
    label: 'that site would receive data about each visitor',
    received: value,
    advice:
      'put the picture into `public/`, which is also faster, ' +
      `or write \`pictures: { hosts: [${host}] }\` in \`_site.yaml\``,
  };
}

function checkEmbedHost(value: string, site: SiteGraph): DiagnosticWithoutPath | undefined {
  const { embedHosts } = site;
  const localAddressProblem = checkLocalAddress(value, site);
  if (localAddressProblem)
    return { ...localAddressProblem, fix: undefined, advice: 'write an address that visitors can open' };
  if (value.startsWith('http://'))
    return createInsecureLinkDiagnostic(
      value,
      'content from another site must have an address with `https://`',
    );
  const embedded = parseEmbed(value);
  if (embedded?.kind !== 'other' || embedHosts === undefined || embedHosts.has(embedded.host))
    return undefined;
  return {
    rule: 'embed-host',
    message: `\`_site.yaml\` does not allow pages to embed content from \`${embedded.host}\``,
    label: 'that site runs its own code inside your page',
    received: value,
    advice: `if you trust that site, write \`embeds: { hosts: [${embedded.host}] }\` in \`_site.yaml\``,
  };
}

/** Returns advice for a pasted `<iframe>`, such as the `embed` block to use instead. */
function createFrameAdvice(source: string, { embedHosts }: SiteGraph): string {
  const address = source.replace(/^\/\//, 'https://');
  const example = findProviderExample(address);
  const embedded = parseEmbed(address);
  const block = `- { type: embed, address: "${address}", title: … }`;
  if (embedded && (embedded.kind !== 'other' || embedHosts?.has(embedded.host)))
    return `write a separate block for it below this one:  ${block}`;
  if (example !== undefined)
    return `put an \`embed\` block below this one, with the address from the address bar of your browser, like \`${example}\``;
  if (!embedded) return 'delete it, or link to what it shows: `[words](https://www.example.org/page)`';
  return (
    `link to it, \`[words](${address})\`; or, if you trust that site, write ` +
    `\`embeds: { hosts: [${embedded.host}] }\` in \`_site.yaml\`, and below this block  ${block}`
  );
}

function createMissingDialogDiagnostic(value: string, dialogs: NameSet): DiagnosticWithoutPath {
  const names = [...dialogs];
  return {
    rule: 'missing-dialog',
    message: `\`_site.yaml\` defines no dialog called \`${value}\``,
    advice: 'choose another one, or define it there under `dialogs:`',
    ...createNameLabels(value, names),
    note: names.length === 0 ? 'it does not define any dialogs' : undefined,
  };
}

function createMissingIconDiagnostic(value: string, icons: NameSet): DiagnosticWithoutPath {
  const names = [...icons];
  return {
    rule: 'missing-icon',
    message: `there is no icon called \`${value}\``,
    advice: 'choose another icon, or remove it',
    ...createChoiceLabels(value, names, findIcon(value, icons) ?? suggestName(value, names)),
    note: names.length > 12 ? 'see all icons at https://lucide.dev/icons' : undefined,
  };
}
