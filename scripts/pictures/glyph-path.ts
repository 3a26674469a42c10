import type { Command } from 'opentype.js/dist/opentype.mjs';

/** An outline as the `d` of a path: whole units, each point from the one before it, y downwards. */
export function glyphPath(commands: readonly Command[]): string {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  return commands
    .map((command) => {
      if (command.type === 'Z') {
        [x, y] = [startX, startY];
        return 'z';
      }
      const points = [
        ...('x1' in command ? [[command.x1, command.y1] as const] : []),
        ...('x2' in command ? [[command.x2, command.y2] as const] : []),
        [command.x, command.y] as const,
      ];
      const steps = points.map(([toX, toY]) => [Math.round(toX) - x, -Math.round(toY) - y] as const);
      [x, y] = [Math.round(command.x), -Math.round(command.y)];
      if (command.type === 'M') [startX, startY] = [x, y];
      const [[right = 0, down = 0] = []] = steps;
      if (command.type === 'L' && down === 0) return `h${right}`;
      if (command.type === 'L' && right === 0) return `v${down}`;
      return command.type.toLowerCase() + steps.flat().join(' ').replaceAll(' -', '-');
    })
    .join('');
}
