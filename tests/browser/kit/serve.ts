import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

/** Builds a page of this folder with its modules into `outDir`, and serves it. `close` ends that. */
export async function serveKit(page: string, outDir: string) {
  const input = `tests/browser/kit/${page}`;
  await build({
    configFile: false,
    plugins: [react(), tailwind()],
    // The development build of React, whose strict mode runs every effect twice.
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { outDir, rolldownOptions: { input } },
    logLevel: 'error',
  });
  const vite = await preview({
    configFile: false,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
    logLevel: 'error',
  });
  return { url: `${vite.resolvedUrls?.local[0]}${input}`, close: () => vite.close() };
}
