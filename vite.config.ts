import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { countyMap } from './web/build/county-map.plugin.ts';
import { mapPlaces } from './web/build/map-places.plugin.ts';
import { postcards } from './web/build/postcards.plugin.ts';
import { routerParts } from './web/build/router-parts.plugin.ts';
import { texts } from './web/build/texts.plugin.ts';
import { zodSchemas } from './web/build/zod-schemas.plugin.ts';

// What every page needs of its libraries; only pages that change something need mutations.
const LIBRARIES =
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack|clsx)\/(?!.*(useMutation|mutationObserver)\.)/;
// No page of the directory needs forms, which with zod are half as heavy again as all else, or to sign anyone in or out.
const SHARED =
  /\/(web\/(?!accounts|analytics|categories\/category-tiles|payments|send|listings\/(form|own|changed|search\/(?!search-box|point))|shell\/(attempt|only-signed-in|link-token|mailed-link|paged|pages-panel|session|sign-out|account-menu|ad-slot|house-ads|privacy-choice|tab-storage)|ui\/(before-submit|charts|combobox|figure|info|field|form|match-options|option-list|suggest-input|switch|tags-input|web-address|tabs|dialog|data-table|pages-of|spinner))|contract\/(regions|payments))/;

export default defineConfig({
  plugins: [react(), tailwind(), countyMap(), mapPlaces(), postcards(), texts(), routerParts(), zodSchemas()],
  publicDir: 'web/public',
  appType: 'custom',
  // Links make their pages' modules ready when they are pointed at; lists of what to preload would be in every page.
  build: { emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false },
  optimizeDeps: { entries: ['web/app/entry-client.tsx', 'web/**/*-page.tsx'] },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        rolldownOptions: {
          input: 'web/app/entry-client.tsx',
          // Many small files compress worse than a few: one for the libraries that every page needs, one for what pages share.
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: LIBRARIES },
                { name: 'shared', test: SHARED, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { outDir: 'dist/server', copyPublicDir: false, rolldownOptions: { input: 'web/app/entry-server.tsx' } },
    },
  },
});
