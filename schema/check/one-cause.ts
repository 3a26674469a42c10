import { isWithin } from '../base/path.ts';
import type { Diagnostic, InData } from '../diagnostics/diagnostic.ts';

const key = ({ path }: Diagnostic<InData>) => JSON.stringify(path);

/**
 * A value of the wrong form is also a dead reference. Only one is reported: the one with a did-you-mean, if
 * any.
 */
export function oneCauseOneDiagnostic(
  ofData: readonly Diagnostic<InData>[],
  references: readonly Diagnostic<InData>[],
): Diagnostic<InData>[] {
  const isClearer = ({ fix, rule }: Diagnostic<InData>) =>
    fix || rule === 'unsafe-link' || rule === 'broken-address';
  const clearer = new Set(references.filter(isClearer).map(key));
  const kept = ofData.filter((found) => found.rule !== 'wrong-value' || !clearer.has(key(found)));
  const known = new Set(kept.filter(({ rule }) => rule !== 'missing-key').map(key));
  const wrongTypes = kept.filter(({ rule }) => rule === 'wrong-type');
  const isInside = ({ path }: Diagnostic<InData>) => wrongTypes.some((outer) => isWithin(path, outer.path));
  return [...kept, ...references.filter((found) => !known.has(key(found)) && !isInside(found))];
}
