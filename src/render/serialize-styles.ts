import { serializeStyles as serialize, type SerializedStyles } from '@emotion/serialize';

// The program that renders pages takes this for `@emotion/serialize`, which makes the CSS text of a component and its hash
// again for every element. Here that is done once for the same style objects.

export * from '@emotion/serialize';

type Results = { styles: readonly unknown[]; result: SerializedStyles }[];

const known = new WeakMap<object, Results>();
/** A component has a style object for each of its layouts. Those that a function makes anew are never found again. */
const maxResults = 12;

/** Like Emotion's, with the functions among the styles already called. */
export const serializeStyles: typeof serialize = (given, registered, properties) => {
  const styles = given.map((style) =>
    typeof style === 'function' && properties ? style(properties) : style,
  );
  const [first] = styles;
  if (typeof first !== 'object' || first === null || !styles.every(isFixed))
    return serialize(styles, registered, properties);
  const results = known.get(first) ?? [];
  const same = results.find(
    (one) => one.styles.length === styles.length && one.styles.every((style, at) => style === styles[at]),
  );
  if (same) return same.result;
  const result = serialize(styles, registered, properties);
  known.set(first, [{ styles, result }, ...results.slice(0, maxResults - 1)]);
  return result;
};

/** A list may contain functions. */
const isFixed = (style: unknown) => typeof style !== 'function' && !Array.isArray(style);
