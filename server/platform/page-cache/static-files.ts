import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { CachedResponse } from './cached-response.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * The files of the build as cached responses by URL: a few megabytes, read once, compressed at the first use. Browsers may
 * cache files with a hash in their name (`/assets/…`) permanently.
 * See docs/decisions/0006-answers-from-memory.md.
 */
export function loadStaticFiles(folder: string, headers: Record<string, string>): Map<string, CachedResponse> {
  const files = new Map<string, CachedResponse>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = CONTENT_TYPES[extname(entry.name)];
    if (!entry.isFile() || !type || /^manifest\.\w+\.json$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const age = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400';
    files.set(
      url,
      new CachedResponse(200, { ...headers, 'content-type': type, 'cache-control': age }, readFileSync(path)),
    );
  }
  return files;
}
