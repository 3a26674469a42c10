import {
  type Accent,
  type Colors,
  contrast,
  defaultAccent,
  minContrast,
  minDrawnContrast,
  mix,
  type Scheme,
  type Values,
} from '../fields/colors.ts';

/** The background of a block. `plain`, `tinted` and `dark` are the tones of blocks. */
export type Ground = 'plain' | 'tinted' | 'dark' | 'accent' | 'second';

/** The neutral colours of a scheme. */
type Neutrals = Record<'ground' | 'raised' | 'tint' | 'raisedOnTint' | 'ink' | 'muted' | 'line', string>;

/** Fixed neutrals. The neutrals of the value `tinted` are mixed from the accent instead. */
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

/** Returns the colours for each background in both schemes. All text has the contrast that WCAG 2.2 AA requires. */
export function palette(colors: Colors): Record<Ground, Record<Scheme, Values>> {
  const inBoth = (make: (scheme: Scheme) => Values) => ({ light: make('light'), dark: make('dark') });
  return {
    plain: inBoth((scheme) => onNeutral('plain', colors, scheme)),
    tinted: inBoth((scheme) => onNeutral('tinted', colors, scheme)),
    dark: inBoth((scheme) => onDark(colors, scheme)),
    accent: inBoth((scheme) =>
      onColor(mix(accentOf(colors).light, '#000000', scheme === 'light' ? 0 : 0.25), colors, scheme),
    ),
    second: inBoth((scheme) => onColor(secondOf(colors, scheme), colors, scheme)),
  };
}

const accentOf = ({ accent }: Colors): Accent => accent ?? defaultAccent;
/** Returns the second colour, or the tinted background if the site has none. */
const secondOf = (colors: Colors, scheme: Scheme): string =>
  colors.second?.[scheme] ?? neutralsOf(colors, scheme).tint;

/** Returns the neutrals of a site in a scheme, before they are adjusted for contrast. */
export function neutralsOf(colors: Colors, scheme: Scheme): Neutrals {
  const { neutrals, ownNeutrals } = colors;
  if (ownNeutrals) {
    const { ground, ink } = { ground: ownNeutrals.ground[scheme], ink: ownNeutrals.ink[scheme] };
    const raised = scheme === 'light' ? mix(ground, '#ffffff', 0.55) : mix(ground, '#ffffff', 0.05);
    // Grey on a dark background would look like fog.
    const tint =
      scheme === 'light' ? mix(ground, ink, 0.06) : mix(mix(ground, ink, 0.03), accentOf(colors).dark, 0.06);
    const [muted, line] = [mix(ink, ground, 0.3), mix(ground, ink, 0.2)];
    return { ground, raised, tint, raisedOnTint: scheme === 'light' ? raised : tint, ink, muted, line };
  }
  if (neutrals !== 'tinted') {
    const table = neutralTables[neutrals][scheme];
    return { ...table, raisedOnTint: table.raised };
  }
  const own = accentOf(colors)[scheme];
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

function onNeutral(tone: 'plain' | 'tinted', colors: Colors, scheme: Scheme): Values {
  const neutrals = neutralsOf(colors, scheme);
  const [ground, raised] =
    tone === 'plain'
      ? [neutrals.ground, neutrals.raised]
      : [separatedFrom(neutrals.tint, neutrals.ground), neutrals.raisedOnTint];
  const own = accentOf(colors)[scheme];
  const isLight = scheme === 'light';
  return complete(
    {
      ground,
      raised,
      ink: neutrals.ink,
      muted: neutrals.muted,
      line: neutrals.line,
      accent: own,
      'accent-strong': isLight ? mix(own, '#000000', 0.3) : mix(own, '#ffffff', 0.35),
      'on-accent': isLight ? '#ffffff' : mix('#0b0b0b', accentOf(colors).light, 0.25),
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

/** Returns the colours on the dark background: a dark accent if neutrals are tinted with it, otherwise nearly black. */
function onDark(colors: Colors, scheme: Scheme): Values {
  const { light, dark } = accentOf(colors);
  const isTinted = colors.neutrals === 'tinted' && !colors.ownNeutrals;
  const night = neutralsOf(colors, 'dark');
  // Nearly black would not be visible on a dark page.
  const neutral = scheme === 'light' ? neutralsOf(colors, 'light').ink : mix(night.raised, '#ffffff', 0.045);
  // In the dark scheme, custom neutrals are similar to the page, so mix the accent into the background.
  const isMixed = isTinted || colors.ownNeutrals !== undefined;
  const ground = isTinted
    ? mix('#0c0c0c', light, 0.36)
    : isMixed
      ? mix(neutralsOf(colors, 'light').ink, light, scheme === 'light' ? 0.16 : 0.3)
      : neutral;
  const lighter = isMixed ? dark : '#ffffff';
  return complete(
    {
      ground,
      raised: mix(ground, lighter, 0.09),
      ink: night.ink,
      muted: night.muted,
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

/** Returns the colours on a coloured background. Everything on it is ink: links and buttons have no colour of their own. */
function onColor(ground: string, colors: Colors, scheme: Scheme): Values {
  const deep = neutralsOf(colors, 'light').ink;
  const ink = inkOn(ground, deep);
  const isDark = contrast('#ffffff', ground) > contrast('#000000', ground);
  const raised = mix(ground, isDark ? '#000000' : '#ffffff', 0.16);
  return complete(
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

type Sketch = Omit<Values, 'data' | 'second' | 'on-second' | 'press' | 'on-press'>;

/** Adjusts the colours on a background until all text is readable, and adds the colours of buttons and charts. */
function complete(sketch: Sketch, colors: Colors, scheme: Scheme, own?: string): Values {
  const { ground } = sketch;
  const lifted = separatedFrom(sketch.raised, ground);
  // On a medium background, a raised background may leave too little contrast for text.
  const hasRoom = ['#000000', '#ffffff'].some((pole) =>
    [ground, lifted].every((one) => contrast(pole, one) >= minContrast),
  );
  const raised = hasRoom ? lifted : ground;
  const on = [ground, raised];
  const ink = readable(sketch.ink, on);
  const [accent, muted] = [readable(sketch.accent, on), readable(sketch.muted, on)];
  const wash = nearest(sketch['accent-wash'], ground, [ink, muted, accent, sketch['accent-strong']]);
  const strong = readable(sketch['accent-strong'], [...on, wash]);
  const deep = neutralsOf(colors, 'light').ink;
  const second = own === undefined ? secondOf(colors, scheme) : mix(ground, ink, 0.14);
  const press =
    own !== undefined || colors.buttonColor === 'ink'
      ? ink
      : colors.buttonColor === 'second'
        ? secondOf(colors, scheme)
        : accent;
  return {
    ...sketch,
    raised,
    ink,
    muted,
    accent,
    'accent-strong': strong,
    'on-accent': readable(sketch['on-accent'], [accent, strong]),
    'accent-wash': wash,
    // Paler ink on a coloured background would look dirty.
    data: own === undefined ? paleAccent(accent, on) : readable(accentOf(colors).light, on, minDrawnContrast),
    danger: readable(sketch.danger, on),
    second,
    'on-second': inkOn(second, deep),
    press,
    'on-press': press === accent ? readable(sketch['on-accent'], [accent, strong]) : inkOn(press, deep),
  };
}

/** Moves a colour towards black or white until it is readable on all backgrounds. */
export function readable(color: string, grounds: readonly string[], least = minContrast): string {
  const weakest = (one: string) => Math.min(...grounds.map((ground) => contrast(one, ground)));
  const poles = ['#000000', '#ffffff'].toSorted((one, other) => weakest(other) - weakest(one));
  const best = Math.max(...poles.map(weakest));
  for (const pole of poles)
    for (let step = 0; step <= 25; step++) {
      const moved = mix(color, pole, step * 0.04);
      if (weakest(moved) >= Math.min(least, best)) return moved;
    }
  return poles[0] ?? color; // the better of the two
}

/** Minimum contrast of a raised surface with the surface below it, on dark backgrounds. */
const minStep = 1.15;
/** Lightens a surface until it stands out from a dark background. On light backgrounds, lines separate surfaces. */
function separatedFrom(surface: string, ground: string): string {
  if (contrast('#ffffff', ground) < 2 * minContrast) return surface;
  let moved = surface;
  for (let step = 1; step <= 25 && contrast(moved, ground) < minStep; step++)
    moved = mix(surface, '#ffffff', step * 0.01);
  return moved;
}

/** Returns the colour of charts: the accent, made as pale as the contrast allows. */
function paleAccent(accent: string, grounds: readonly string[]): string {
  for (let share = 0.45; share > 0; share -= 0.05) {
    const pale = mix(accent, grounds[0] ?? accent, share);
    if (grounds.every((ground) => contrast(pale, ground) >= minDrawnContrast)) return pale;
  }
  return accent;
}

/** Returns white if it is readable on a colour, otherwise the darkest ink of the site. */
const inkOn = (ground: string, deep: string): string =>
  contrast('#ffffff', ground) >= minContrast ? '#ffffff' : readable(deep, [ground]);

/** Moves a colour towards the background until all these inks are readable on it. */
function nearest(wash: string, ground: string, inks: readonly string[]): string {
  for (let step = 0; step <= 10; step++) {
    const moved = mix(wash, ground, step * 0.1);
    if (inks.every((ink) => contrast(ink, moved) >= minContrast)) return moved;
  }
  return ground;
}
