import icons from 'lucide-static/icon-nodes.json' with { type: 'json' };
import brands from './brand-icons.json' with { type: 'json' };

/** The elements of an icon on a 24 × 24 canvas, with their attributes. */
export type IconElements = readonly (readonly [
  element: string,
  attributes: Readonly<Record<string, string>>,
])[];

/** The icons of well-known sites, which are filled shapes. Lucide icons are outlines. */
const brandIcons = Object.fromEntries(
  Object.entries(brands).map(([name, d]): [string, IconElements] => [
    name,
    [['path', { d, fill: 'currentColor', stroke: 'none' }]],
  ]),
);

/** The icons of Lucide and of well-known sites, by name. */
export const iconElements: Readonly<Record<string, IconElements>> = { ...brandIcons, ...icons };

export const iconNames: readonly string[] = Object.keys(iconElements);
