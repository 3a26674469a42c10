import { resolvedTheme } from './theme-presets.ts';
import { themeSettings } from './theme-settings.ts';
import { weakColors } from './weak-colors.ts';

/** The look of a site. Its own colours must be strong enough to be read. */
export const theme = themeSettings.superRefine((written, context) => {
  for (const { path, ratio, least, better } of weakColors(resolvedTheme(written), written))
    context.addIssue({
      code: 'custom',
      path,
      message:
        `is too weak to be read: ${ratio.toFixed(1)}:1 where it is weakest, and text needs ${least}:1` +
        (better === undefined ? '' : `; \`${better}\` would do`),
    });
});
