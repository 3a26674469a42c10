/** The error thrown if a move is not possible. Its message contains the reason and advice. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';

  constructor(address: string, why: string, advice: string) {
    super([`\`${address}\` ${why}.`, 'Nothing was moved.', advice].filter(Boolean).join(' '));
  }
}
