import { type CheckedSite, checkSite, siteFilesOf, withFacts } from '../../schema/check/check.ts';
import { diagnosticsWithPage } from '../../schema/check/check-page-again.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import { isPage } from '../../schema/check/file-kinds.ts';
import { readSiteFile } from '../../schema/check/read-file.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { applyFixes } from '../../schema/diagnostics/apply-fixes.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { changedData } from '../../schema/edit/changed-data.ts';
import { edit, readEditable } from '../../schema/edit/edit.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import { sameData } from '../../schema/edit/new-yaml.ts';
import { type Path, startsWithPath, valueAt } from '../../schema/base/data.ts';
import type { CheckedChange, SettingFault } from '../../src/editor/place-settings.ts';
import type { CheckedSource } from '../../src/editor/source-help.ts';
import { sourceFault } from './source-faults.ts';
import type { EditsOfFile } from './write-edits.ts';

/**
 * Checks a file with operations that are not written yet. Returns the diagnostics at a path of the file, and the errors
 * that the operations cause elsewhere. Returns undefined if the site has no such file.
 */
export function checkedChange(
  { path, base, operations }: EditsOfFile,
  at: Path,
  site: CheckedSite,
  now: Date,
): CheckedChange | undefined {
  const source = site.files.sources.find((one) => one.path === path);
  if (!source || source.unread !== undefined) return undefined;
  const order = settingOrder(path);
  const text = operations.reduce((edited, operation) => edit(edited, operation, order), base);
  const before = new Set(diagnosticsWith(path, base, site, now).map(identity));
  const isNew = (one: Diagnostic) => !before.has(identity(one));
  const diagnostics = diagnosticsWith(path, text, site, now);
  const here = diagnosticsAt(diagnostics, source, at);
  return {
    faults: here.map((one) => ({ ...settingFault(one, at, text), isNew: isNew(one) })),
    elsewhere: listErrors(diagnostics, (one) => isNew(one) && !here.includes(one)),
  };
}

/** Checks a text that is not written to its file yet. Returns undefined if the site has no such file. */
export function checkedSource(
  path: string,
  text: string,
  site: CheckedSite,
  now: Date,
): CheckedSource | undefined {
  const source = site.files.sources.find((one) => one.path === path);
  if (!source || source.unread !== undefined) return undefined;
  const diagnostics = diagnosticsWith(path, text, site, now);
  const before = new Set(site.diagnostics.map(identity));
  return {
    faults: diagnostics.filter(({ file }) => file === source.file).map((one) => sourceFault(one, text)),
    elsewhere: listErrors(diagnostics, (one) => one.file !== source.file && !before.has(identity(one))),
  };
}

const listErrors = (
  diagnostics: readonly Diagnostic[],
  isListed: (one: Diagnostic) => boolean,
): CheckedChange['elsewhere'] =>
  filterErrors(diagnostics)
    .filter(isListed)
    .map(({ file, range, message }) => ({ file, line: range.start.line, message }));

/** Identifies a diagnostic without its range, which moves if text is inserted before it. */
const identity = ({ file, path, rule, message }: Diagnostic) => JSON.stringify([file, path, rule, message]);

/** Returns the diagnostics of the site with another text of one file. */
function diagnosticsWith(path: string, text: string, site: CheckedSite, now: Date): readonly Diagnostic[] {
  const { files, assets } = site;
  const onDisk = files.sources.find((one) => one.path === path);
  if (!onDisk || onDisk.text === text) return site.diagnostics;
  const source: SourceFile = {
    path,
    file: onDisk.file,
    text,
    get isNew() {
      return onDisk.isNew;
    },
  };
  const file = isPage(path) ? withFacts(source, files.parsed) : undefined;
  const alone = file && isOfPage(file) ? diagnosticsWithPage(site, file) : undefined;
  if (alone) return alone;
  const known = new Map([...files.pages, ...files.shared].map((one) => [one.source.path, one]));
  const sources = files.sources.map((one) => (one === onDisk ? source : one));
  // Other files are not read again, even if the values of their variables change.
  const siteFile = path === '_site.yaml' ? readSiteFile(source) : files.site;
  const changed = siteFilesOf(sources, siteFile, files.parsed, (one) => {
    const same = one === source ? undefined : known.get(one.path);
    return same ?? withFacts(one, files.parsed);
  });
  return checkSite(changed, assets, now).diagnostics;
}

const isOfPage = (file: FileWithFacts): file is FileWithFacts<PageFacts> => 'route' in file.facts;

/** Returns the diagnostics at or below a path of a file. A page excludes those of its blocks, which show their own. */
export function diagnosticsAt(
  diagnostics: readonly Diagnostic[],
  { path: name, file }: { path: string; file: string },
  at: Path,
): Diagnostic[] {
  const isWholePage = isPage(name) && at.length === 0;
  return diagnostics.filter(
    (one) =>
      one.file === file &&
      startsWithPath(one.path, at) &&
      !(isWholePage && one.path[0] === 'blocks' && one.path.length > 1),
  );
}

/** Converts a diagnostic for the settings panel, with its fix if that is safe and changes only this text. */
export function settingFault(found: Diagnostic, at: Path, text: string): SettingFault {
  const { path, message, range, fix } = found;
  const fixed = fix?.safety === 'safe' ? fixedText(found, text) : undefined;
  return {
    path: path.slice(at.length),
    message,
    line: range.start.line,
    ...(fix && fixed !== undefined && { fix: { title: fix.title, text: fixed } }),
  };
}

function fixedText(found: Diagnostic, text: string): string | undefined {
  const { path } = found;
  const before = readEditable(text)?.data;
  const after = readEditable(applyFixes(text, [found], 'suggested').text)?.data;
  const [old, fixed] = [valueAt(before, path), valueAt(after, path)];
  if (before === undefined || after === undefined) return undefined;
  if (typeof old !== 'string' || typeof fixed !== 'string') return undefined;
  return sameData(changedData(before, { do: 'set', path, old, new: fixed }), after) ? fixed : undefined;
}
