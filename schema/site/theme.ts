import { resolveTheme } from './theme-presets.ts';
import { themeSettings } from './theme-settings.ts';
import { findWeakColors } from './weak-colors.ts';

/** The site setting `theme`. Its colours must have enough contrast. */
export const theme = themeSettings.superRefine((ownSettings, context) => {
  for (const { path, ratio, least, better } of findWeakColors(resolveTheme(ownSettings), ownSettings))
    context.addIssue({
      code: 'custom',
      path,
      message: `has too little contrast: as low as ${ratio.toFixed(1)}:1, and text needs at least ${least}:1`,
      params:
        better === undefined
          ? { advice: 'choose a colour with more contrast' }
          : { usual: better, isGuess: true },
    });
});
