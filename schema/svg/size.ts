/** Width and height of a drawing in pixels; nothing where it does not say. */
export function drawingSize(svg: string): [width: number, height: number] | undefined {
  const [head = ''] = /<svg\b[^>]*>/.exec(svg) ?? [];
  const number = String.raw`\s*([\d.]+(?:e[+-]?\d+)?)`;
  const [, width, height] =
    new RegExp(
      String.raw`\sviewBox=["']\s*[-+\d.e]+[\s,]+[-+\d.e]+[\s,]+${number}[\s,]+${number}\s*["']`,
    ).exec(head) ?? [];
  const size = [width ?? lengthOf('width', head), height ?? lengthOf('height', head)].map(Number);
  const [w = 0, h = 0] = size;
  return w > 0 && h > 0 ? [w, h] : undefined;
}

/** A length in pixels. */
const lengthOf = (name: string, head: string) =>
  new RegExp(String.raw`\s${name}=["']\s*([\d.]+)(?:px)?\s*["']`).exec(head)?.[1];
