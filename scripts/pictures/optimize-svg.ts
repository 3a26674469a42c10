import { applyEdits, type TextEdit } from '../../schema/base/text-edits.ts';
import { isEditorData, parseSvg, type SvgElement } from '../../schema/svg/parse.ts';
import { svgSize } from '../../schema/svg/size.ts';

/**
 * An SVG that looks the same, in fewer bytes and without what its drawing program noted in it. One that
 * browsers cannot read is left as it is.
 */
export async function optimizeSvg(source: string): Promise<string> {
  const { root } = parseSvg(source);
  if (!root) return source;
  // Loaded for the first SVG, as one file: that takes a fifth of the time.
  const { optimize } = await import('svgo/browser');
  const svg = applyEdits(source, editorData(root)).slice(root.from);
  const floatPrecision = canRound(root) ? 3 : 8;
  const { data } = optimize(svg, {
    plugins: [
      { name: 'removeComments', params: { preservePatterns: false } },
      'removeUnusedNS',
      'cleanupAttrs',
      'convertColors',
      { name: 'cleanupNumericValues', params: { floatPrecision } },
      // Only what changes no pixel: curves stay curves.
      {
        name: 'convertPathData',
        params: {
          floatPrecision,
          applyTransforms: false,
          convertToQ: false,
          makeArcs: { threshold: 0, tolerance: 0 },
          removeUseless: false,
          straightCurves: false,
        },
      },
    ],
  });
  return data;
}

/** Edits that remove data of drawing programs. */
function editorData({ name, attributes, children, from, to }: SvgElement): TextEdit[] {
  if (isEditorData(name)) return [{ from, to, newText: '' }];
  return [
    ...attributes
      .filter((one) => isEditorData(one.name))
      .map((one) => ({ from: one.from, to: one.to, newText: '' })),
    ...children.flatMap((child) => (typeof child === 'string' ? [] : editorData(child))),
  ];
}

/**
 * Whether a thousandth of a unit cannot be seen: on a large canvas, where no part is drawn at another scale.
 */
function canRound(root: SvgElement): boolean {
  return Math.min(...(svgSize(root) ?? [0])) >= 24 && !isScaled(root, true);
}

const isScaled = ({ attributes, children }: SvgElement, isRoot = false): boolean =>
  attributes.some(
    ({ name, value }) =>
      (/transform/i.test(name) && /scale|matrix/.test(value)) ||
      (/units$/i.test(name) && value === 'objectBoundingBox') ||
      (name === 'viewBox' && !isRoot),
  ) || children.some((child) => typeof child !== 'string' && isScaled(child));
