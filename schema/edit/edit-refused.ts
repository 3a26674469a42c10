/** The error that is thrown if a file cannot be edited. Its message is the reason. */
export class EditRefused extends Error {
  override name = 'EditRefused';
}
