import { Glyph } from './icon.tsx';

const alertPaths = {
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 8v5m0-8.5v.01',
  good: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm-4 9 3 3 5-6',
  warning: 'M12 4 2.5 20h19zm0 6v4m0 2.99V17',
};

/** The icon at the start of a notice. */
export function AlertSign({ kind }: { kind: keyof typeof alertPaths }) {
  return <Glyph name={kind} path={alertPaths[kind]} />;
}
