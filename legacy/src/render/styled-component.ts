import { isValidElement } from 'react';
import { partCache } from '../../../src/render/render.tsx';

type Props = Readonly<Record<string, unknown>>;

/** A component, perhaps one that Emotion's `styled` made. */
export type FunctionComponent = (props: Props) => unknown;

/** What a component with fixed styles becomes, with properties of these names. */
interface Plan {
  /** The element or component inside. */
  type: unknown;
  /** The names of the properties that it is given. */
  passed: readonly string[];
  className: string;
  /** The names of its styles. */
  styles: readonly string[];
}

const plans = new WeakMap<FunctionComponent, Map<string, Plan>>();

/**
 * What Emotion makes of a component whose styles do not depend on its properties. Emotion is asked once for
 * each component and each set of names of properties. Nothing, where the answer may depend on more.
 */
export function planOf(component: FunctionComponent, props: Props): Plan | undefined {
  const { as = '', className, theme } = props;
  if (typeof as !== 'string' || className !== undefined || theme !== undefined) return undefined;
  let shape = as;
  for (const name in props) shape += ` ${name}`;
  const known = plans.get(component)?.get(shape);
  if (known) return known;
  // Emotion's own; without it nothing here takes a component for one of Emotion's.
  const styles: unknown = Reflect.get(component, '__emotion_styles');
  if (!Array.isArray(styles) || !styles.every(isFixed)) return undefined;
  const plan = planFrom(component(props));
  if (!plan) return undefined;
  const all = plans.get(component) ?? new Map<string, Plan>();
  plans.set(component, all.set(shape, plan));
  return plan;
}

/** Whether no part of a style is a function, which would be asked with the properties each time. */
function isFixed(style: unknown): boolean {
  if (typeof style === 'object' && style !== null) return Object.values(style).every(isFixed);
  return typeof style !== 'function';
}

/** Reads what Emotion rendered: what inserts the styles, and the element. */
function planFrom(rendered: unknown): Plan | undefined {
  if (!isValidElement<{ children?: unknown }>(rendered)) return undefined;
  const [insertion, element] = [rendered.props.children].flat();
  if (!isValidElement<Props>(insertion) || !isValidElement<Props>(element)) return undefined;
  const { className, ...passed } = element.props;
  if (typeof className !== 'string' || typeof insertion.type !== 'function') return undefined;
  const cache = partCache();
  (insertion.type as FunctionComponent)({ ...insertion.props, cache }); // Emotion has no classes
  const styles = Object.keys(cache.inserted);
  if (!styles.every((name) => className.includes(`${cache.key}-${name}`))) return undefined;
  return { type: element.type, passed: Object.keys(passed), className, styles };
}
