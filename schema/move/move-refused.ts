/** Thrown with the reason why an address cannot be moved. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';

  constructor(address: string, why: string, advice: string) {
    super([`\`${address}\` ${why}.`, 'Nothing was moved.', advice].filter(Boolean).join(' '));
  }
}
