import { toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';

/** The URLs of the scripts, style sheets and fonts that the build made for the browser. */
export interface Assets {
  scripts: string[];
  styles: string[];
  fonts: string[];
  /** Modules to load with the document (`modulepreload`). */
  preloads: string[];
}

interface DocumentParts {
  /** The HTML that React rendered: the metadata of the page, then its content. */
  markup: string;
  /** The HTML of the notices, which `notices/live-notices.ts` changes: it is outside of what React renders. */
  notices: string;
  /** The data for hydration. Written as JSON and not as a script, so that the content security policy needs no nonce. */
  state: unknown;
  assets: Assets;
}

/** The HTML document around a rendered page. */
export function renderDocument({ markup, notices, state, assets }: DocumentParts): string {
  // `renderToString` writes the metadata (title, meta, link) before all other elements.
  const metadata = markup.match(METADATA)?.[0] ?? '';
  return [
    `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="${toLocalPath('/site.webmanifest', LANGUAGE)}">`,
    ...assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    // The page is readable without scripts, so they leave the bandwidth to what paints it.
    ...assets.preloads.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`),
    metadata,
    '</head><body>',
    SKIP_LINK,
    `<div id="notices" aria-live="polite">${notices}</div><div id="root">`,
    markup.slice(metadata.length),
    '</div><script type="application/json" id="state">',
    JSON.stringify(state).replaceAll('<', '\\u003c'),
    '</script>',
    ...assets.scripts.map((src) => `<script type="module" fetchpriority="low" src="${src}"></script>`),
    '</body></html>',
  ].join('');
}

/** The document of a page that other sites show in a frame: without scripts, in the colors that its URL names, if it does. */
export function renderFramedDocument({
  markup,
  assets,
  url,
}: Pick<DocumentParts, 'markup' | 'assets'> & { url: string }) {
  const metadata = markup.match(METADATA)?.[0] ?? '';
  const [, theme] = /\/(light|dark)$/.exec(url) ?? [];
  return [
    `<!doctype html><html lang="${LANGUAGE}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${theme ?? 'light dark'}">`,
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    metadata,
    '</head><body>',
    markup.slice(metadata.length),
    '</body></html>',
  ].join('');
}

// The first thing on the page, in front of the notices.
const SKIP_LINK = `<a href="#main" class="sr-only z-50 rounded-field bg-pacific font-semibold text-on-pacific focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:px-5 focus:py-3">${t('Skip to content')}</a>`;

const METADATA = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/;
