import { getValueAt, type Path } from '../../schema/base/data.ts';
import { presets, resolveTheme } from '../../schema/site/theme-presets.ts';

/** Returns the value that a theme setting has if it is not in the file: that of the preset, or else the default. */
export function findThemeDefault([group, ...path]: Path, data: unknown): unknown {
  if (group !== 'theme') return undefined;
  const preset = Object.keys(presets).find((name) => name === getValueAt(data, ['theme', 'preset']));
  // `presets` has no other keys.
  const settings =
    preset === undefined || path[0] === 'preset' ? {} : { preset: preset as keyof typeof presets };
  return getValueAt(resolveTheme(settings), path);
}
