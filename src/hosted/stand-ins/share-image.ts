/** Previews show no images for links that are shared. */
export const shareSize = { width: 1200, height: 630 } as const;

export const shareImagePath = (): string => '';
