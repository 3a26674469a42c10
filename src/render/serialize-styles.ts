import { serializeStyles as serialize, type SerializedStyles } from '@emotion/serialize';

// Replaces `@emotion/serialize` in the program that renders pages. Emotion computes the CSS text of a component and its
// hash for every element. This module computes the CSS text and its hash once for each combination of style objects.

export * from '@emotion/serialize';

type Results = { styles: readonly unknown[]; result: SerializedStyles }[];

const resultsByStyle = new WeakMap<object, Results>();
/**
 * The maximum number of cached results for each first style object. A component has one result for each of its layouts.
 * Without a limit, the cache would keep growing, because style objects that a function creates for each element never
 * match a cached result.
 */
const maxResults = 12;

/** Returns the same result as Emotion's function. Calls the functions among the styles first, and caches the result. */
export const serializeStyles: typeof serialize = (styleArguments, registered, properties) => {
  const styles = styleArguments.map((style) =>
    typeof style === 'function' && properties ? style(properties) : style,
  );
  const [first] = styles;
  if (typeof first !== 'object' || first === null || !styles.every(isComparable))
    return serialize(styles, registered, properties);
  const results = resultsByStyle.get(first) ?? [];
  const cachedResult = results.find(
    (entry) =>
      entry.styles.length === styles.length && entry.styles.every((style, index) => style === styles[index]),
  );
  if (cachedResult) return cachedResult.result;
  const result = serialize(styles, registered, properties);
  resultsByStyle.set(first, [{ styles, result }, ...results.slice(0, maxResults - 1)]);
  return result;
};

/** Returns whether a style can be compared by identity. A list of styles cannot, because it may contain functions. */
const isComparable = (style: unknown) => typeof style !== 'function' && !Array.isArray(style);
