/** The id of a dialog's element. */
export const dialogId = (name: string) => `dialog_${name}`;
