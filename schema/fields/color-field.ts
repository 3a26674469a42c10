import { z } from 'zod';

const requirement =
  'must be a colour like `#0b6b53`, with six digits or lower-case letters from `a` to `f` after the `#`';

/** Converts `#ABC`, `aabbcc` or `rgb(170, 187, 204)` to `#rrggbb`. Returns `undefined` for other texts. */
function toHexColor(text: string): string | undefined {
  const [, digits] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text) ?? [];
  if (digits !== undefined)
    return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`.toLowerCase();
  const [, ...channels] = /^rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/i.exec(text) ?? [];
  if (channels.length === 0 || channels.some((channel) => Number(channel) > 255)) return undefined;
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** A colour in the form `#rrggbb`. */
export const hexColor = z
  .string()
  .superRefine((text, context) => {
    const usual = toHexColor(text);
    if (usual !== undefined && usual !== text)
      context.addIssue({ code: 'custom', message: requirement, params: { usual }, continue: false });
  })
  // Abort, so that the contrast of an invalid colour is not checked.
  .regex(/^#[0-9a-f]{6}$/, { error: requirement, abort: true });
