import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { DEFAULT_LANGUAGE, isLanguage, type Language, splitLocalPath, toBasePath } from '#contract/i18n/languages.ts';
import type { JoinedDatabase } from '#server/platform/db/open.ts';
import type { Env } from '#server/platform/env/env.ts';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import type { EntryServer, WebBuild } from '#server/platform/page-cache/web-build.ts';
import type { App } from '#server/site/app.ts';
import type { AppOptions } from '#server/site/options.ts';
import { type Program, toListenError } from './program.ts';

// Editors write several files at once.
const RELOAD_DELAY_MS = 50;

/**
 * Serves pages from the sources, and replaces the app in place when a file of the server or the contract, or a text, changes: Vite
 * evaluates again only what imports the file, while the socket, the database and the modules of the pages stay. Files that
 * `main.ts` imports restart the process (`node --watch`).
 */
export async function createDevServer(env: Env, database: JoinedDatabase): Promise<Program> {
  const vite = await createVite({ configLoader: 'native', server: { middlewareMode: true }, appType: 'custom' });
  const translations = createTranslations();
  const web = toWebBuild(vite, translations);
  let app = await loadApp();
  const invalidations = listenForInvalidations(
    database,
    (keys) => app.invalidate(keys),
    (isConnected) => app.setInvalidationsArrive(isConnected),
  );
  const server = createServer((request, response) => app.http.routing(request, response));
  let reloaded = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  vite.watcher.on('all', (_event, file) => {
    if (!isAppModule(vite, file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      reloaded = reloaded.then(reload);
    }, RELOAD_DELAY_MS);
  });

  async function loadApp(): Promise<App> {
    const { createApp } = await vite.ssrLoadModule('/server/app.ts');
    const options: AppOptions = { env: { ...env, PAGE_CACHE_MB: 0 }, db: database.db, direct: database.direct, web };
    const loaded: App = await createApp(options);
    await loaded.http.ready();
    return loaded;
  }

  async function reload() {
    try {
      const previous = app;
      app = await loadApp();
      await previous.http.close();
    } catch (error) {
      vite.ssrFixStacktrace(error as Error);
      process.stderr.write(`${(error as Error).stack}\n`);
    }
  }

  return {
    async listen(address) {
      await once(server.listen(address), 'listening').catch((error) => {
        throw toListenError(error, address);
      });
      return (server.address() as AddressInfo).port;
    },
    async close() {
      server.close();
      await app.http.close();
      await invalidations.close();
      await translations.close();
      await vite.close();
    },
  };
}

function isAppModule(vite: ViteDevServer, file: string): boolean {
  return (
    /^content\//.test(relative(vite.config.root, file)) ||
    (/^(server|contract)\//.test(relative(vite.config.root, file)) &&
      vite.environments.ssr.moduleGraph.getModulesByFile(file) !== undefined)
  );
}

const toWebBuild = (vite: ViteDevServer, translations: Translations): WebBuild => ({
  publicFolder: null,
  async entry(language = DEFAULT_LANGUAGE) {
    const pages = language === DEFAULT_LANGUAGE ? vite : await translations.get(language);
    return pages.ssrLoadModule('/web/app/entry-server.tsx') as Promise<EntryServer>;
  },
  // Vite adds the prefix of the language.
  getAssets: () => ({
    scripts: ['/web/app/entry-client.tsx'],
    styles: ['/web/app/public.css?direct'],
    fonts: [],
    preloads: [],
  }),
  development: {
    middleware(request, response, next) {
      const [, language] = MODULE_PATH.exec(request.url ?? '') ?? [];
      if (!isLanguage(language)) return vite.middlewares(request, response, next);
      translations.get(language).then((translation) => translation.middlewares(request, response, next), next);
    },
    async finish(url, html) {
      const { language } = splitLocalPath(url);
      return (language === DEFAULT_LANGUAGE ? vite : await translations.get(language)).transformIndexHtml(url, html);
    },
  },
});

// What Vite serves below the prefix of a language, and is no page: '/es/web/app/entry-client.tsx', '/es/@vite/client'.
const MODULE_PATH = /^\/([a-z]+)\/(?:@|web\/|contract\/|node_modules\/|data\/)/;

type Translations = ReturnType<typeof createTranslations>;

/** A Vite for each language but English, started when its first page is asked for. Its pages are reloaded by hand. */
function createTranslations() {
  const started = new Map<Language, Promise<ViteDevServer>>();
  return {
    get(language: Language): Promise<ViteDevServer> {
      const running = started.get(language) ?? startTranslation(language);
      started.set(language, running);
      return running;
    },
    async close() {
      for (const vite of started.values()) await (await vite).close();
    },
  };
}

function startTranslation(language: Language): Promise<ViteDevServer> {
  const define = { 'import.meta.env.LANGUAGE': JSON.stringify(language) };
  return createVite({
    configLoader: 'native',
    base: `${toBasePath(language)}/`,
    cacheDir: `node_modules/.vite-${language}`,
    environments: { client: { define }, ssr: { define } },
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
  });
}
