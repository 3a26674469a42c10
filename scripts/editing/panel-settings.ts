import { getBlockLabel } from '../../schema/blocks/index.ts';
import { toRoute } from '../../schema/base/routes.ts';
import type { Words } from '../../schema/fields/words.ts';
import { indexLines, positionAt } from '../../schema/diagnostics/positions.ts';
import { readEditable } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import { findForms } from '../../schema/edit/setting-order.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import type { CheckedSite } from '../../schema/check/check.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { isMapping, type Path, getValueAt } from '../../schema/base/data.ts';
import { getSpan } from '../../schema/yaml/keys.ts';
import { findNode } from '../../schema/yaml/spans.ts';
import type { PlaceSettings, Setting } from '../../src/editor/setting-types.ts';
import { filterDiagnosticsAt, toSettingDiagnostic } from './edit-checks.ts';
import { toSettings } from './setting-widgets.ts';

/** The target of a settings panel: a path in a file, or the route of a page. */
export type SettingsTarget = { file: string; path: Path } | { page: string };

/**
 * Returns the settings of a block, a page or the site, with their current data. Returns `undefined` if the target does
 * not exist.
 */
export function readPanelSettings(
  editable: EditableFiles,
  target: SettingsTarget,
  { files, diagnostics }: Pick<CheckedSite, 'files' | 'diagnostics'>,
  words: Words,
): PlaceSettings | undefined {
  const location = 'page' in target ? findPageTarget(target.page, files) : target;
  const base = location && editable.read(location.file);
  if (!location || base === undefined) return undefined;
  const { file, path } = location;
  const source = readEditable(base);
  if (!source) return createPanelForUnreadableFile(file, base, { files, diagnostics });
  const data = getValueAt(source.data, path) as Value | undefined; // part of YAML data
  if (!isMapping(data)) return undefined;
  const sharedBlockName = data['use'];
  if (path.length > 0 && typeof sharedBlockName === 'string') {
    const sharedFile = files.shared.find(({ facts }) => facts.name === sharedBlockName);
    const users = files.pages.filter(({ facts }) => facts.blocks.some(({ use }) => use === sharedBlockName));
    const settings =
      sharedFile &&
      readPanelSettings(editable, { file: sharedFile.source.path, path: [] }, { files, diagnostics }, words);
    return settings && { ...settings, users: users.length };
  }
  const [form] = findForms(file, source.data, path);
  if (!form) throw new EditRefused('this block type does not exist');
  const lines = indexLines(base);
  const findLine = (settingPath: Path) => {
    const { node, pair } = findNode(source, settingPath);
    return positionAt(lines, getSpan(pair?.key ?? node).from).line;
  };
  const sourceFile = files.sources.find((sourceItem) => sourceItem.path === file);
  const ownDiagnostics = sourceFile ? filterDiagnosticsAt(diagnostics, sourceFile, path) : [];
  return {
    file,
    path,
    base,
    data,
    label: toPanelLabel(file, data),
    settings: moveUnusedSettings(toSettings(form, words), data),
    faults: ownDiagnostics.map((sourceItem) => toSettingDiagnostic(sourceItem, path, base)),
    lines: Object.fromEntries(Object.keys(data).map((name) => [name, findLine([...path, name])])),
    location: sourceFile?.file ?? file,
  };
}

/** Moves settings without a value that the layout of the block does not use to the group `more`. */
export function moveUnusedSettings(
  settings: readonly Setting[],
  data: Readonly<Record<string, unknown>>,
): Setting[] {
  const layout = data['layout'] ?? settings.find(({ name }) => name === 'layout')?.default;
  return settings.map((setting) =>
    setting.layouts?.includes(String(layout)) === false && data[setting.name] === undefined
      ? { ...setting, group: 'more' }
      : setting,
  );
}

/** Returns the panel for a file with YAML errors. It has no settings, because the file can only be edited as text. */
function createPanelForUnreadableFile(
  file: string,
  base: string,
  { files, diagnostics }: Pick<CheckedSite, 'files' | 'diagnostics'>,
): PlaceSettings {
  const sourceFile = files.sources.find((item) => item.path === file);
  const fileDiagnostics = diagnostics.filter((item) => item.file === sourceFile?.file);
  return {
    file,
    path: [],
    base,
    data: {},
    label: toPanelLabel(file, {}),
    settings: [],
    faults: fileDiagnostics.map((item) => toSettingDiagnostic(item, [], base)),
    // Let the panel link each message to its line.
    lines: Object.fromEntries(fileDiagnostics.map(({ message, range }) => [message, range.start.line])),
    location: sourceFile?.file ?? file,
  };
}

function findPageTarget(route: string, { pages }: CheckedSite['files']) {
  const page = pages.find(({ facts }) => facts.route === route);
  return page && { file: page.source.path, path: [] };
}

function toPanelLabel(file: string, data: Record<string, unknown>): string {
  const { type, title } = data;
  if (typeof type === 'string') return getBlockLabel(type);
  if (file === '_site.yaml') return 'Site';
  return typeof title === 'string' && title.trim() !== '' ? title : `Page ${toRoute(file)}`;
}
