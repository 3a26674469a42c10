import { defineConfig } from 'vite';

// Pages never pass through here: this bundles the renderer, once, whatever the number of pages.
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  build: {
    modulePreload: { polyfill: false },
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  optimizeDeps: { entries: ['src/client/entry-client.tsx'] },
});
