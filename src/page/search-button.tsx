import { Glyph } from '../design/icon.tsx';
import { IconButton } from './icon-button.ts';

/** Opens the search of the site. Its dialog comes with its script, until then loader.ts delays the click. */
export function SearchButton({ label, failed }: { label: string; failed: string }) {
  return (
    <IconButton type="button" title={label} data-find={failed} {...{ command: '--search' }}>
      <Glyph name="search" path="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14m5 12 4.5 4.5" />
      <span className="for-screen-readers">{label}</span>
    </IconButton>
  );
}
