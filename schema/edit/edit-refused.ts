/** Thrown with the reason why a file cannot be edited. */
export class EditRefused extends Error {
  override name = 'EditRefused';
}
