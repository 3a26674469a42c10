import nodes from 'lucide-static/icon-nodes.json';
import brands from '../../../scripts/source/brand-icons.json';

type IconDrawings = Readonly<Record<string, readonly [string, Record<string, string>][]>>;

const all = {
  ...Object.fromEntries(
    Object.entries(brands).map(([name, d]) => [
      name,
      [['path', { d, fill: 'currentColor', stroke: 'none' }]],
    ]),
  ),
  ...nodes,
} as unknown as IconDrawings; // as its other version reads them

/** In browsers, the icon set is a part of the program. */
export const iconDrawings = (): IconDrawings => all;

export const iconNames: readonly string[] = Object.keys(all);
