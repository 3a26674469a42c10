import { labelOfBlock } from '../../schema/blocks/index.ts';
import { routeOf } from '../../schema/base/routes.ts';
import type { Words } from '../../schema/fields/words.ts';
import { linesOf, positionAt } from '../../schema/diagnostics/positions.ts';
import { readEditable } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import { formsInFile } from '../../schema/edit/setting-order.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import type { CheckedSite } from '../../schema/check/check.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { isMapping, type Path, valueAt } from '../../schema/base/data.ts';
import { spanOf } from '../../schema/yaml/keys.ts';
import { findAt } from '../../schema/yaml/spans.ts';
import type { PlaceSettings } from '../../src/editor/place-settings.ts';
import { diagnosticsAt, settingFault } from './checked-change.ts';
import { settingsOf } from './setting-plan.ts';

/** The target of a settings panel: a path in a file, or a page by its route. */
export type SettingsRequest = { file: string; path: Path } | { page: string };

/**
 * Returns the settings of a block, a page or the site with their current data, or undefined if the target does not
 * exist.
 */
export function placeSettings(
  editable: EditableFiles,
  asked: SettingsRequest,
  { files, diagnostics }: Pick<CheckedSite, 'files' | 'diagnostics'>,
  words: Words,
): PlaceSettings | undefined {
  const place = 'page' in asked ? placeOfPage(asked.page, files) : asked;
  const base = place && editable.read(place.file);
  if (!place || base === undefined) return undefined;
  const { file, path } = place;
  const source = readEditable(base);
  if (!source) return unreadable(file, base, { files, diagnostics });
  const data = valueAt(source.data, path) as Value | undefined; // part of YAML data
  if (!isMapping(data)) return undefined;
  const shared = data['use'];
  if (path.length > 0 && typeof shared === 'string') {
    const found = files.shared.find(({ facts }) => facts.name === shared);
    const users = files.pages.filter(({ facts }) => facts.blocks.some(({ use }) => use === shared));
    const settings =
      found && placeSettings(editable, { file: found.source.path, path: [] }, { files, diagnostics }, words);
    return settings && { ...settings, users: users.length };
  }
  const [form] = formsInFile(file, source.data, path);
  if (!form) throw new EditRefused('the type of this block does not exist');
  const lines = linesOf(base);
  const lineAt = (inner: Path) => {
    const { node, pair } = findAt(source, inner);
    return positionAt(lines, spanOf(pair?.key ?? node).from).line;
  };
  const named = files.sources.find((one) => one.path === file);
  const here = named ? diagnosticsAt(diagnostics, named, path) : [];
  return {
    file,
    path,
    base,
    data,
    label: labelOfPlace(file, data),
    settings: settingsOf(form, words),
    faults: here.map((one) => settingFault(one, path, base)),
    lines: Object.fromEntries(Object.keys(data).map((name) => [name, lineAt([...path, name])])),
    location: named?.file ?? file,
  };
}

/** Returns the panel of a file with YAML errors, which can only be edited as text. */
function unreadable(
  file: string,
  base: string,
  { files, diagnostics }: Pick<CheckedSite, 'files' | 'diagnostics'>,
): PlaceSettings {
  const named = files.sources.find((one) => one.path === file);
  const own = diagnostics.filter((one) => one.file === named?.file);
  return {
    file,
    path: [],
    base,
    data: {},
    label: labelOfPlace(file, {}),
    settings: [],
    faults: own.map((one) => settingFault(one, [], base)),
    // The panel links to the line of each message.
    lines: Object.fromEntries(own.map(({ message, range }) => [message, range.start.line])),
    location: named?.file ?? file,
  };
}

function placeOfPage(route: string, { pages }: CheckedSite['files']) {
  const page = pages.find(({ facts }) => facts.route === route);
  return page && { file: page.source.path, path: [] };
}

function labelOfPlace(file: string, data: Record<string, unknown>): string {
  const { type } = data;
  if (typeof type === 'string') return labelOfBlock(type);
  return file === '_site.yaml' ? 'Site' : `Page ${routeOf(file)}`;
}
