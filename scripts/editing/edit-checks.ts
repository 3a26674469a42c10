import { type CheckedSite, checkSite, groupSiteFiles, readFileFacts } from '../../schema/check/check.ts';
import { diagnosePageChange } from '../../schema/check/recheck-page.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import { isPage } from '../../schema/check/file-kinds.ts';
import { readSiteFile } from '../../schema/check/read-file.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { applyFixes } from '../../schema/diagnostics/apply-fixes.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { applyToData } from '../../schema/edit/apply-to-data.ts';
import { applyOperation, readEditable } from '../../schema/edit/edit.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import { hasSameData } from '../../schema/edit/new-yaml.ts';
import { type Path, startsWithPath, getValueAt } from '../../schema/base/data.ts';
import type { CheckedChange, SettingDiagnostic } from '../../src/editor/setting-types.ts';
import type { CheckedSource } from '../../src/editor/source-help.ts';
import { toSourceDiagnostic } from './source-diagnostics.ts';
import type { FileEdits } from './file-edits.ts';

/**
 * Checks operations on a file before they are written. Returns the diagnostics at a path in the file, and the errors
 * that the operations cause at other paths and in other files. Returns `undefined` if the site has no such file.
 */
export function checkEdits(
  { path, base, operations }: FileEdits,
  targetPath: Path,
  site: CheckedSite,
  now: Date,
): CheckedChange | undefined {
  const source = site.files.sources.find((sourceFile) => sourceFile.path === path);
  if (!source || source.unread !== undefined) return undefined;
  const keyOrder = createSettingOrder(path);
  const text = operations.reduce(
    (editedText, operation) => applyOperation(editedText, operation, keyOrder),
    base,
  );
  const previousKeys = new Set(checkWithText(path, base, site, now).map(toDiagnosticKey));
  const isNew = (sourceFile: Diagnostic) => !previousKeys.has(toDiagnosticKey(sourceFile));
  const diagnostics = checkWithText(path, text, site, now);
  const diagnosticsHere = filterDiagnosticsAt(diagnostics, source, targetPath);
  return {
    faults: diagnosticsHere.map((sourceFile) => ({
      ...toSettingDiagnostic(sourceFile, targetPath, text),
      isNew: isNew(sourceFile),
    })),
    elsewhere: listErrors(
      diagnostics,
      (sourceFile) => isNew(sourceFile) && !diagnosticsHere.includes(sourceFile),
    ),
  };
}

/** Checks the new text of a file before it is written. Returns `undefined` if the site has no such file. */
export function checkSourceText(
  path: string,
  text: string,
  site: CheckedSite,
  now: Date,
): CheckedSource | undefined {
  const source = site.files.sources.find((one) => one.path === path);
  if (!source || source.unread !== undefined) return undefined;
  const diagnostics = checkWithText(path, text, site, now);
  const previousKeys = new Set(site.diagnostics.map(toDiagnosticKey));
  return {
    faults: diagnostics
      .filter(({ file }) => file === source.file)
      .map((one) => toSourceDiagnostic(one, text)),
    elsewhere: listErrors(
      diagnostics,
      (one) => one.file !== source.file && !previousKeys.has(toDiagnosticKey(one)),
    ),
  };
}

const listErrors = (
  diagnostics: readonly Diagnostic[],
  isListed: (diagnostic: Diagnostic) => boolean,
): CheckedChange['elsewhere'] =>
  filterErrors(diagnostics)
    .filter(isListed)
    .map(({ file, range, message }) => ({ file, line: range.start.line, message }));

/**
 * Returns a key that identifies a diagnostic before and after a change. It has no range, because ranges move if text is
 * inserted above.
 */
const toDiagnosticKey = ({ file, path, rule, message }: Diagnostic) =>
  JSON.stringify([file, path, rule, message]);

/** Returns the diagnostics that the site would have if one file had a different text. */
function checkWithText(path: string, text: string, site: CheckedSite, now: Date): readonly Diagnostic[] {
  const { files, assets } = site;
  const sourceOnDisk = files.sources.find((item) => item.path === path);
  if (!sourceOnDisk || sourceOnDisk.text === text) return site.diagnostics;
  const source: SourceFile = {
    path,
    file: sourceOnDisk.file,
    text,
    get isNew() {
      return sourceOnDisk.isNew;
    },
  };
  const file = isPage(path) ? readFileFacts(source, files.parsed) : undefined;
  const pageDiagnostics = file && hasPageFacts(file) ? diagnosePageChange(site, file) : undefined;
  if (pageDiagnostics) return pageDiagnostics;
  const filesByPath = new Map([...files.pages, ...files.shared].map((item) => [item.source.path, item]));
  const sources = files.sources.map((item) => (item === sourceOnDisk ? source : item));
  // Reuse the cached results for all other files, even if the values of their variables have changed.
  const siteFile = path === '_site.yaml' ? readSiteFile(source) : files.site;
  const changedSiteFiles = groupSiteFiles(sources, siteFile, files.parsed, (item) => {
    const cachedFile = item === source ? undefined : filesByPath.get(item.path);
    return cachedFile ?? readFileFacts(item, files.parsed);
  });
  return checkSite(changedSiteFiles, assets, now).diagnostics;
}

const hasPageFacts = (file: FileWithFacts): file is FileWithFacts<PageFacts> => 'route' in file.facts;

/**
 * Returns the diagnostics at or below a path in a file. For a page, excludes diagnostics in blocks, because the blocks
 * show them.
 */
export function filterDiagnosticsAt(
  diagnostics: readonly Diagnostic[],
  { path: name, file }: { path: string; file: string },
  targetPath: Path,
): Diagnostic[] {
  const isWholePage = isPage(name) && targetPath.length === 0;
  return diagnostics.filter(
    (diagnostic) =>
      diagnostic.file === file &&
      startsWithPath(diagnostic.path, targetPath) &&
      !(isWholePage && diagnostic.path[0] === 'blocks' && diagnostic.path.length > 1),
  );
}

/**
 * Converts a diagnostic to the form that the settings panel shows. Includes the fix if it is safe and changes only this
 * text.
 */
export function toSettingDiagnostic(
  diagnostic: Diagnostic,
  targetPath: Path,
  text: string,
): SettingDiagnostic {
  const { path, message, range, fix } = diagnostic;
  const fixedValue = fix?.safety === 'safe' ? applyFixToText(diagnostic, text) : undefined;
  return {
    path: path.slice(targetPath.length),
    message,
    line: range.start.line,
    ...(fix && fixedValue !== undefined && { fix: { title: fix.title, text: fixedValue } }),
  };
}

function applyFixToText(diagnostic: Diagnostic, text: string): string | undefined {
  const { path } = diagnostic;
  const before = readEditable(text)?.data;
  const after = readEditable(applyFixes(text, [diagnostic], 'suggested').text)?.data;
  const [old, fixedValue] = [getValueAt(before, path), getValueAt(after, path)];
  if (before === undefined || after === undefined) return undefined;
  if (typeof old !== 'string' || typeof fixedValue !== 'string') return undefined;
  return hasSameData(applyToData(before, { do: 'set', path, old, new: fixedValue }), after)
    ? fixedValue
    : undefined;
}
