import { isMapping, type Path } from '../base/data.ts';
import { isBlockType } from '../blocks/index.ts';

/** Formats a path in data for authors: `block 2 of 5 (stats) > items > item 3 > value`. */
export function formatBreadcrumb(data: unknown, path: Path): string {
  const [first, index] = path;
  if (isMapping(data) && Array.isArray(data['blocks'])) {
    const blocks: unknown[] = data['blocks'];
    if (first === 'blocks' && typeof index === 'number')
      return [
        describeBlock(blocks[index], `block ${index + 1} of ${blocks.length}`),
        ...formatSteps(path.slice(2)),
      ].join(' > ');
    return path.length > 1 ? formatSteps(path).join(' > ') : 'page settings';
  }
  if (isMapping(data) && typeof data['type'] === 'string')
    return [describeBlock(data, 'shared block'), ...formatSteps(path)].join(' > ');
  const isSite = isMapping(data) && ('navigation' in data || 'company' in data);
  return path.length > 1 || (isSite && path.length === 1)
    ? formatSteps(path).join(' > ')
    : isSite
      ? 'site settings'
      : 'page settings';
}

function describeBlock(block: unknown, positionText: string): string {
  if (!isMapping(block)) return positionText;
  const { type, use } = block;
  if (typeof type === 'string' && isBlockType(type)) return `${positionText} (${type})`;
  return typeof use === 'string' && type === undefined ? `${positionText} (use: ${use})` : positionText;
}

function formatSteps(path: Path): string[] {
  return path.map((step) => (typeof step === 'number' ? `item ${step + 1}` : step));
}
