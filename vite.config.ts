import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { countyMap } from './web/art/county-map.plugin.ts';
import { postcards } from './web/art/postcards.plugin.ts';

export default defineConfig({
  plugins: [react(), tailwind(), countyMap(), postcards()],
  publicDir: 'web/public',
  appType: 'custom',
  build: { emptyOutDir: true, assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['web/entry-client.tsx', 'web/*/*.page.tsx'] },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          // Many small files compress worse than a few: one for the libraries that every page needs, one for what pages share.
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack|clsx)\// },
                { name: 'shared', test: /\/(web|contract)\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { outDir: 'dist/server', copyPublicDir: false, rolldownOptions: { input: 'web/entry-server.tsx' } },
    },
  },
});
