import {
  type Accent,
  type Colors,
  contrast,
  defaultAccent,
  minContrast,
  minGraphicContrast,
  mix,
  type Scheme,
  type ColorValues,
} from '../fields/colors.ts';

/**
 * A background for blocks, the header or the footer. Authors can choose `plain`, `tinted` or `dark` as the `tone` of a
 * block.
 */
export type Ground = 'plain' | 'tinted' | 'dark' | 'accent' | 'second';

/** The neutral colours in the light or the dark scheme. */
type Neutrals = Record<'ground' | 'raised' | 'tint' | 'raisedOnTint' | 'ink' | 'muted' | 'line', string>;

/**
 * The neutral colours for each value of the setting `neutrals`. For `tinted`, they are mixed from the accent instead.
 */
const neutralTables: Record<
  Exclude<Colors['neutrals'], 'tinted'>,
  Record<Scheme, Omit<Neutrals, 'raisedOnTint'>>
> = {
  pure: {
    light: {
      ground: '#ffffff',
      raised: '#ffffff',
      tint: '#f2f2f2',
      ink: '#0a0a0a',
      muted: '#575757',
      line: '#d2d2d2',
    },
    dark: {
      ground: '#0a0a0a',
      raised: '#161616',
      tint: '#171717',
      ink: '#f6f6f6',
      muted: '#adadad',
      line: '#383838',
    },
  },
  warm: {
    light: {
      ground: '#f5efe3',
      raised: '#fdf9f0',
      tint: '#eae1cf',
      ink: '#221c14',
      muted: '#61574a',
      line: '#cfc2ab',
    },
    dark: {
      ground: '#16120e',
      raised: '#221c16',
      tint: '#1f1913',
      ink: '#f0e8da',
      muted: '#b6aa97',
      line: '#433a2e',
    },
  },
  cool: {
    light: {
      ground: '#e9ecee',
      raised: '#f7f8f9',
      tint: '#dbe0e4',
      ink: '#10161b',
      muted: '#46515a',
      line: '#a7b1b9',
    },
    dark: {
      ground: '#0f1317',
      raised: '#1a2026',
      tint: '#171d23',
      ink: '#e8edf1',
      muted: '#a0acb6',
      line: '#3a454e',
    },
  },
};

/** Returns the colours for each background, in both schemes. All text has the contrast that WCAG 2.2 AA requires. */
export function createPalette(colors: Colors): Record<Ground, Record<Scheme, ColorValues>> {
  const forBothSchemes = (make: (scheme: Scheme) => ColorValues) => ({
    light: make('light'),
    dark: make('dark'),
  });
  return {
    plain: forBothSchemes((scheme) => createNeutralColors('plain', colors, scheme)),
    tinted: forBothSchemes((scheme) => createNeutralColors('tinted', colors, scheme)),
    dark: forBothSchemes((scheme) => createDarkColors(colors, scheme)),
    accent: forBothSchemes((scheme) =>
      createColoredColors(
        mix(getAccent(colors).light, '#000000', scheme === 'light' ? 0 : 0.25),
        colors,
        scheme,
      ),
    ),
    second: forBothSchemes((scheme) => createColoredColors(getSecondColor(colors, scheme), colors, scheme)),
  };
}

const getAccent = ({ accent }: Colors): Accent => accent ?? defaultAccent;
/** Returns the second colour, or the tinted background if the site has no second colour. */
const getSecondColor = (colors: Colors, scheme: Scheme): string =>
  colors.second?.[scheme] ?? createNeutrals(colors, scheme).tint;

/** Returns the neutral colours for a scheme, before they are adjusted for contrast. */
export function createNeutrals(colors: Colors, scheme: Scheme): Neutrals {
  const { neutrals, ownNeutrals } = colors;
  if (ownNeutrals) {
    const { ground, ink } = { ground: ownNeutrals.ground[scheme], ink: ownNeutrals.ink[scheme] };
    const raised = scheme === 'light' ? mix(ground, '#ffffff', 0.55) : mix(ground, '#ffffff', 0.05);
    // In the dark scheme, a grey tint would look like fog, so mix the accent into the tint.
    const tint =
      scheme === 'light' ? mix(ground, ink, 0.06) : mix(mix(ground, ink, 0.03), getAccent(colors).dark, 0.06);
    const [muted, line] = [mix(ink, ground, 0.3), mix(ground, ink, 0.2)];
    return { ground, raised, tint, raisedOnTint: scheme === 'light' ? raised : tint, ink, muted, line };
  }
  if (neutrals !== 'tinted') {
    const table = neutralTables[neutrals][scheme];
    return { ...table, raisedOnTint: table.raised };
  }
  const own = getAccent(colors)[scheme];
  if (scheme === 'light')
    return {
      ground: '#ffffff',
      raised: '#ffffff',
      tint: colors.second ? mix('#ffffff', colors.second.light, 0.14) : mix('#fafafa', own, 0.035),
      raisedOnTint: '#ffffff',
      ink: mix('#131313', own, 0.16),
      muted: mix('#545454', own, 0.2),
      line: mix('#dadada', own, 0.06),
    };
  return {
    ground: mix('#0f0f0f', own, 0.05),
    raised: mix('#161616', own, 0.075),
    tint: mix('#141414', own, 0.075),
    raisedOnTint: mix('#1c1c1c', own, 0.09),
    ink: mix('#ededed', own, 0.07),
    muted: mix('#adadad', own, 0.2),
    line: mix('#2d2d2d', own, 0.14),
  };
}

function createNeutralColors(tone: 'plain' | 'tinted', colors: Colors, scheme: Scheme): ColorValues {
  const neutrals = createNeutrals(colors, scheme);
  const [ground, raised] =
    tone === 'plain'
      ? [neutrals.ground, neutrals.raised]
      : [toSeparateSurface(neutrals.tint, neutrals.ground), neutrals.raisedOnTint];
  const own = getAccent(colors)[scheme];
  const isLight = scheme === 'light';
  return completeColors(
    {
      ground,
      raised,
      ink: neutrals.ink,
      muted: neutrals.muted,
      line: neutrals.line,
      accent: own,
      'accent-strong': isLight ? mix(own, '#000000', 0.3) : mix(own, '#ffffff', 0.35),
      'on-accent': isLight ? '#ffffff' : mix('#0b0b0b', getAccent(colors).light, 0.25),
      'accent-wash':
        colors.neutrals === 'tinted' && !colors.ownNeutrals
          ? isLight
            ? mix('#ffffff', own, 0.1)
            : mix('#121212', own, 0.18)
          : mix(ground, own, isLight ? 0.1 : 0.16),
      danger: isLight ? '#a3261b' : '#ff9d92',
      shade: isLight ? `${neutrals.ink}26` : '#00000099',
    },
    colors,
    scheme,
  );
}

/**
 * Returns the colours for dark backgrounds. The background is a dark accent if the neutrals are tinted, otherwise
 * nearly black.
 */
function createDarkColors(colors: Colors, scheme: Scheme): ColorValues {
  const { light, dark } = getAccent(colors);
  const isTinted = colors.neutrals === 'tinted' && !colors.ownNeutrals;
  const darkNeutrals = createNeutrals(colors, 'dark');
  // On a dark page, a nearly black block would not stand out, so use a lighter colour.
  const neutral =
    scheme === 'light' ? createNeutrals(colors, 'light').ink : mix(darkNeutrals.raised, '#ffffff', 0.045);
  // A background made of custom neutrals would look like a dark page, so mix the accent into it.
  const isMixed = isTinted || colors.ownNeutrals !== undefined;
  const ground = isTinted
    ? mix('#0c0c0c', light, 0.36)
    : isMixed
      ? mix(createNeutrals(colors, 'light').ink, light, scheme === 'light' ? 0.16 : 0.3)
      : neutral;
  const lighter = isMixed ? dark : '#ffffff';
  return completeColors(
    {
      ground,
      raised: mix(ground, lighter, 0.09),
      ink: darkNeutrals.ink,
      muted: darkNeutrals.muted,
      line: mix(ground, lighter, 0.22),
      accent: dark,
      'accent-strong': mix(dark, '#ffffff', 0.35),
      'on-accent': mix('#0b0b0b', light, 0.25),
      'accent-wash': mix(ground, dark, 0.18),
      danger: '#ff9d92',
      shade: '#00000099',
    },
    colors,
    scheme,
  );
}

/** Returns the colours for a coloured background. Links and buttons on it have the text colour. */
function createColoredColors(ground: string, colors: Colors, scheme: Scheme): ColorValues {
  const darkestInk = createNeutrals(colors, 'light').ink;
  const ink = chooseInk(ground, darkestInk);
  const isDark = contrast('#ffffff', ground) > contrast('#000000', ground);
  const raised = mix(ground, isDark ? '#000000' : '#ffffff', 0.16);
  return completeColors(
    {
      ground,
      raised: contrast(ink, raised) >= minContrast ? raised : ground,
      ink,
      muted: mix(ink, ground, 0.22),
      line: mix(ground, ink, 0.34),
      accent: ink,
      'accent-strong': mix(ink, ground, 0.12),
      'on-accent': ground,
      'accent-wash': isDark ? mix(ground, '#000000', 0.2) : mix(ground, ink, 0.1),
      danger: '#c0281c',
      shade: '#00000033',
    },
    colors,
    scheme,
    ground,
  );
}

type Sketch = Omit<ColorValues, 'data' | 'second' | 'on-second' | 'press' | 'on-press'>;

/** Adjusts the colours for a background until all text is readable, and adds the colours for buttons and charts. */
function completeColors(sketch: Sketch, colors: Colors, scheme: Scheme, own?: string): ColorValues {
  const { ground } = sketch;
  const raisedCandidate = toSeparateSurface(sketch.raised, ground);
  // If the background has medium brightness, there may be no text colour that is readable on both the background and a
  // raised surface.
  const hasRoom = ['#000000', '#ffffff'].some((pole) =>
    [ground, raisedCandidate].every((candidate) => contrast(pole, candidate) >= minContrast),
  );
  const raised = hasRoom ? raisedCandidate : ground;
  const surfaces = [ground, raised];
  const ink = toReadable(sketch.ink, surfaces);
  const [accent, muted] = [toReadable(sketch.accent, surfaces), toReadable(sketch.muted, surfaces)];
  const wash = toReadableWash(sketch['accent-wash'], ground, [ink, muted, accent, sketch['accent-strong']]);
  const strong = toReadable(sketch['accent-strong'], [...surfaces, wash]);
  const darkestInk = createNeutrals(colors, 'light').ink;
  const second = own === undefined ? getSecondColor(colors, scheme) : mix(ground, ink, 0.14);
  const press =
    own !== undefined || colors.buttonColor === 'ink'
      ? ink
      : colors.buttonColor === 'second'
        ? getSecondColor(colors, scheme)
        : accent;
  return {
    ...sketch,
    raised,
    ink,
    muted,
    accent,
    'accent-strong': strong,
    'on-accent': toReadable(sketch['on-accent'], [accent, strong]),
    'accent-wash': wash,
    // On a coloured background, a paler chart colour would look dirty.
    data:
      own === undefined
        ? toPaleAccent(accent, surfaces)
        : toReadable(getAccent(colors).light, surfaces, minGraphicContrast),
    danger: toReadable(sketch.danger, surfaces),
    second,
    'on-second': chooseInk(second, darkestInk),
    press,
    'on-press':
      press === accent ? toReadable(sketch['on-accent'], [accent, strong]) : chooseInk(press, darkestInk),
  };
}

/** Darkens or lightens a colour until it is readable on all backgrounds. */
export function toReadable(color: string, grounds: readonly string[], minRatio = minContrast): string {
  const weakest = (candidate: string) => Math.min(...grounds.map((ground) => contrast(candidate, ground)));
  const poles = ['#000000', '#ffffff'].toSorted((candidate, other) => weakest(other) - weakest(candidate));
  const best = Math.max(...poles.map(weakest));
  for (const pole of poles)
    for (let step = 0; step <= 25; step++) {
      const mixed = mix(color, pole, step * 0.04);
      if (weakest(mixed) >= Math.min(minRatio, best)) return mixed;
    }
  return poles[0] ?? color; // the extreme with the better contrast
}

/** The minimum contrast between a raised surface and the surface below it, on dark backgrounds. */
const minStep = 1.15;
/**
 * Lightens a surface until it stands out from a dark background. Does not change it on light backgrounds, where lines
 * separate surfaces.
 */
function toSeparateSurface(surface: string, ground: string): string {
  if (contrast('#ffffff', ground) < 2 * minContrast) return surface;
  let mixed = surface;
  for (let step = 1; step <= 25 && contrast(mixed, ground) < minStep; step++)
    mixed = mix(surface, '#ffffff', step * 0.01);
  return mixed;
}

/** Returns the colour for charts, which is the accent, made as pale as the contrast requirement allows. */
function toPaleAccent(accent: string, grounds: readonly string[]): string {
  for (let share = 0.45; share > 0; share -= 0.05) {
    const pale = mix(accent, grounds[0] ?? accent, share);
    if (grounds.every((ground) => contrast(pale, ground) >= minGraphicContrast)) return pale;
  }
  return accent;
}

/**
 * Returns white if it is readable on a background, otherwise the darkest text colour of the site, adjusted for
 * contrast.
 */
const chooseInk = (ground: string, darkestInk: string): string =>
  contrast('#ffffff', ground) >= minContrast ? '#ffffff' : toReadable(darkestInk, [ground]);

/** Mixes the wash (a pale fill) with its background until all text colours are readable on the wash. */
function toReadableWash(wash: string, ground: string, inks: readonly string[]): string {
  for (let step = 0; step <= 10; step++) {
    const mixed = mix(wash, ground, step * 0.1);
    if (inks.every((ink) => contrast(ink, mixed) >= minContrast)) return mixed;
  }
  return ground;
}
