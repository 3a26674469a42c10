import iconNodes from 'lucide-static/icon-nodes.json' with { type: 'json' };

/** Drawings of the icon set, by name. */
export const iconDrawings = iconNodes as unknown as Readonly<
  Record<string, readonly [string, Record<string, string>][]>
>; // typed by the compiler entry by entry
