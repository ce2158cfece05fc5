import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

/** Serves a page of this folder with its modules as they are. `close` ends that. */
export async function serveKit(page: string, cacheDir: string) {
  const vite = await createServer({
    configFile: false,
    plugins: [react(), tailwind()],
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    cacheDir,
    optimizeDeps: { entries: [`tests/browser/kit/${page}`] },
    logLevel: 'error',
  });
  await vite.listen();
  return { url: `${vite.resolvedUrls?.local[0]}tests/browser/kit/${page}`, close: () => vite.close() };
}
