import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Notice } from '#contract/admin/notices.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import type { Site } from '#contract/site.ts';

/** How a page reads the API; see `web/base/api/api.ts`. */
export type ReadApi = (path: string) => Promise<unknown>;

interface Assets {
  scripts: string[];
  styles: string[];
  fonts: string[];
  preloads: string[];
}

interface TextPosition {
  mark: { left: number; top: number; size: number };
  left: number;
  top: number;
  card: { top: number; height: number; width: number };
}

/** What the built `web/site/entry-server.tsx` exports: the only meeting point of server and web. */
export interface EntryServer {
  getQueryParams(pathname: string): string[];
  render(
    url: string,
    page: {
      site: Site;
      notices: Notice[];
      read: ReadApi;
      getAssets(file: string): Assets;
      acquireSlot?(): Promise<void>;
    },
  ): Promise<{ status: number; html: string }>;
  ApiError: new (status: number, message: string) => Error;
  toPage(body: unknown, link: string | undefined): unknown;
  /** The background of a share image, and the position of its text; see `web/base/art/share-picture.ts`. */
  renderShareImage(
    county: string | null,
    seed: number,
    at: TextPosition,
    parts?: { scene: boolean; mark: boolean },
  ): string;
  getTextPosition(words: { width: number; height: number }): TextPosition;
  TEXT_WIDTH: number;
}

/** The web part, ready to render: built, or transformed as it changes (development). */
export interface WebBuild {
  entry(language?: Language): Promise<EntryServer>;
  /** The folder with the files that browsers ask for; null when Vite serves them. */
  publicFolder: string | null;
  /** The scripts and styles that a page module needs. */
  getAssets(file: string, language?: Language): Assets;
  /** Development only: Vite, which serves the browser's modules, and what it adds to a document. */
  development?: {
    middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void;
    finish(url: string, html: string): Promise<string>;
  };
}

interface ManifestChunk {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

/**
 * Loads what `vite build` made.
 * @param folder `dist`
 * @throws when there is no build: `npm start` makes it
 */
export async function loadBuild(folder: string): Promise<WebBuild> {
  // React decides by this, when it is loaded, whether it is the slow build that warns.
  process.env.NODE_ENV ??= 'production';
  const builds = new Map(
    await Promise.all(LANGUAGES.map(async (language) => [language, await loadLanguage(folder, language)] as const)),
  );
  const get = (language: Language = DEFAULT_LANGUAGE) =>
    builds.get(language) as Awaited<ReturnType<typeof loadLanguage>>;
  return {
    publicFolder: join(folder, 'client'),
    entry: async (language) => get(language).entry,
    getAssets: (file, language) => get(language).getAssets(file),
  };
}

/** Loads the pages of one language. */
async function loadLanguage(folder: string, language: Language) {
  const manifestFile = join(folder, `client/manifest.${language}.json`);
  if (!existsSync(manifestFile)) throw new Error(`There is no build in ${folder}. Run: npm run build`);
  const manifest: Record<string, ManifestChunk> = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const entry: EntryServer = await import(pathToFileURL(join(folder, `server/${language}/entry-server.js`)).href);

  const client = collectChunks(manifest, 'web/site/entry-client.tsx');
  const urls = (files: string[]) => [...new Set(files)].map((file) => `/${file}`);
  const assets = new Map<string, Assets>();
  return {
    entry,
    getAssets(file: string): Assets {
      const cached = assets.get(file);
      if (cached) return cached;
      const chunks = [...client, ...collectChunks(manifest, file)];
      const loaded = {
        scripts: urls(client.slice(0, 1).map((chunk) => chunk.file)),
        styles: urls(chunks.flatMap((chunk) => chunk.css ?? [])),
        fonts: urls(chunks.flatMap((chunk) => chunk.assets ?? []).filter((name) => name.endsWith('.woff2'))),
        preloads: urls(chunks.slice(1).map((chunk) => chunk.file)),
      };
      assets.set(file, loaded);
      return loaded;
    },
  };
}

function collectChunks(
  manifest: Record<string, ManifestChunk>,
  name: string,
  seen = new Set<string>(),
): ManifestChunk[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [chunk, ...(chunk.imports ?? []).flatMap((imported) => collectChunks(manifest, imported, seen))];
}
