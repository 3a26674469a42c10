/** The folder that a path with slashes leads into; nothing of the path is left for what lies in none. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
