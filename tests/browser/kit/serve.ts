import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { messages } from '#web/build/messages.plugin.ts';

/** Builds the pages of this folder with their modules into `outDir`, and serves them. `close` ends that. */
export async function serveKit(outDir: string) {
  await build({
    configFile: false,
    plugins: [messages(), react(), tailwind()],
    // The development build of React, whose strict mode runs every effect twice.
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { outDir, rolldownOptions: { input: ['index', 'form'].map((page) => `tests/browser/kit/${page}.html`) } },
    logLevel: 'error',
  });
  const vite = await preview({
    configFile: false,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
    logLevel: 'error',
  });
  return { origin: new URL(vite.resolvedUrls?.local[0] ?? '').origin, close: () => vite.close() };
}
