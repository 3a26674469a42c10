import { defineConfig } from 'vite';

// Bundles the code once, for any number of pages. Pages are not part of the bundle.
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  build: {
    modulePreload: { polyfill: false },
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  optimizeDeps: {
    entries: [
      'src/client/entry-client.tsx',
      'src/client/live.tsx',
      'src/editor/start.ts',
      'src/studio/start.tsx',
    ],
  },
});
