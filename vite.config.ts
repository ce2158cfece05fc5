import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './contract/i18n/languages.ts';
import { countyMap } from './web/build/county-map.plugin.ts';
import { mapPlaces } from './web/build/map-places.plugin.ts';
import { defineLanguage, messages } from './web/build/messages.plugin.ts';
import { postcards } from './web/build/postcards.plugin.ts';
import { unusedComponents } from './web/build/unused-components.plugin.ts';

// The libraries that every page uses.
const LIBRARIES = /\/node_modules\/(react|react-dom|react-router|scheduler|@tanstack|clsx)\//;
// What the pages of the directory share, which are most pages that visitors open; forms and tables are left to their pages, and
// so are the changes of signed-in users and their styles, dialogs and foldable sections.
const DIRECTORY =
  /\/web\/(site\/[^/]*$|base\/(api\/(?!languages)|formats|layout\/(?!paginated)|search-box|tracking|art|ui\/(?!data-table|dialog|disclosure|pagination|spinner)[^/]*$)|listings|search|places|categories)/;
// Otherwise two chunks of a few hundred bytes.
const FIELDS = /\/(web\/base\/ui\/form\/field|contract\/text\.ts)/;
// Of a few hundred bytes, which a chunk of their own would double.
const SMALL =
  /\/(web\/(base\/ui\/chips|base\/ui\/form\/controls|places\/popular-city-links)|contract\/i18n\/(county-names|slug-to-name))/;
// Charts and maps. Loading their libraries would take a fifth of the time that the program needs to start.
const DRAWN_BY_BROWSERS = /\/((bar|line|pie)-plot\.tsx|gl-map\.ts)$/;

/** The pages of a language for the browser. All languages share a folder: files with the same content have the same name. */
const client = (language: Language): EnvironmentOptions => ({
  consumer: 'client',
  define: defineLanguage(language),
  build: {
    outDir: 'dist/client',
    emptyOutDir: language === DEFAULT_LANGUAGE,
    copyPublicDir: language === DEFAULT_LANGUAGE,
    manifest: `manifest.${language}.json`,
    rolldownOptions: {
      input: {
        app: 'web/site/entry-client.tsx',
        // A service worker keeps its address.
        ...(language === DEFAULT_LANGUAGE && {
          'push-worker': 'web/conversations/notifications/push-worker.ts',
        }),
      },
      // Many small files compress worse than a few.
      output: {
        entryFileNames: ({ name }) => (name === 'push-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'libraries', test: LIBRARIES },
            { name: 'site', test: (id: string) => SMALL.test(id) || DIRECTORY.test(id), minShareCount: 9 },
            { name: 'fields', test: FIELDS },
          ],
        },
      },
    },
  },
});

/** The pages of a language for the server. */
const server = (language: Language): EnvironmentOptions => ({
  consumer: 'server',
  define: defineLanguage(language),
  build: {
    outDir: `dist/server/${language}`,
    ssr: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: 'web/site/entry-server.tsx',
      external: DRAWN_BY_BROWSERS,
      // Node loads one large file in less time than many small ones.
      output: { codeSplitting: false },
    },
  },
});

const others = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

export default defineConfig({
  plugins: [unusedComponents(), messages(), react(), tailwind(), countyMap(), mapPlaces(), postcards()],
  publicDir: 'web/public',
  appType: 'custom',
  // Links make their pages' modules ready when they are pointed at; lists of what to preload would be in every page.
  build: { assetsInlineLimit: 0, modulePreload: false },
  optimizeDeps: { entries: ['web/site/entry-client.tsx', 'web/**/*-page.tsx'] },
  environments: {
    client: client(DEFAULT_LANGUAGE),
    ssr: server(DEFAULT_LANGUAGE),
    ...Object.fromEntries(
      others.flatMap((language) => [
        [`client_${language}`, client(language)],
        [`ssr_${language}`, server(language)],
      ]),
    ),
  },
});
