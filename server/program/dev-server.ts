import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import type { App } from '../app.ts';
import type { JoinedDatabase } from '../db/open.ts';
import type { Env } from '../env.ts';
import { listenForInvalidations } from '../page-cache/invalidation-listener.ts';
import type { EntryServer, WebBuild } from '../page-cache/web-build.ts';
import type { AppOptions } from '../parts.ts';
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
  const web = toWebBuild(vite);
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

const toWebBuild = (vite: ViteDevServer): WebBuild => ({
  publicFolder: null,
  entry: () => vite.ssrLoadModule('/web/app/entry-server.tsx') as Promise<EntryServer>,
  getAssets: () => ({
    scripts: ['/web/app/entry-client.tsx'],
    styles: ['/web/app/public.css?direct'],
    fonts: [],
    preloads: [],
  }),
  development: {
    middleware: vite.middlewares,
    finish: (url, html) => vite.transformIndexHtml(url, html),
  },
});
