import styled from '@emotion/styled';
import { useTheme } from '@emotion/react';
import { createContext, createElement, useContext } from 'react';

/** The elements of an icon, with their attributes, on a canvas of 24 × 24. */
export type IconElements = readonly (readonly [
  element: string,
  attributes: Readonly<Record<string, string>>,
])[];

/** The icons on a page, by name. They are part of the page data. */
export const IconsContext = createContext<Readonly<Record<string, IconElements>>>({});

const Canvas = styled.svg({
  width: '1.5em',
  height: '1.5em',
  flex: 'none',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 'var(--icon-stroke,1.75)',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});

/** A decorative icon, hidden if the theme has no icons. The text next to the icon must have the same meaning. */
export function Icon({ name }: { name: string }) {
  const elements = useContext(IconsContext)[name] ?? [];
  if (useTheme().icons === 'none') return null;
  return (
    <Canvas viewBox="0 0 24 24" aria-hidden="true">
      {elements.map(([element, attributes], index) => createElement(element, { ...attributes, key: index }))}
    </Canvas>
  );
}

const glyphs = {
  arrow: 'M4 12h15m-6-6 6 6-6 6',
  chevron: 'm6 9 6 6 6-6',
  outside: 'M7 17 17 7M8 7h9v9',
  down: 'M12 4v15m-6-6 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5v14l11-7z',
  check: 'm5 13 4 4L19 7',
};

/** An icon in a control: a built-in icon, or the given path. */
export function Glyph({
  name,
  path,
}: { name: keyof typeof glyphs; path?: never } | { name: string; path: string }) {
  return (
    <Canvas viewBox="0 0 24 24" aria-hidden="true" data-glyph={name}>
      <path d={path ?? glyphs[name]} />
    </Canvas>
  );
}
