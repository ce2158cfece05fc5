/** What the build made of the browser's part: addresses of scripts, style sheets and fonts. */
export interface Assets {
  scripts: string[];
  styles: string[];
  fonts: string[];
  /** Modules that the page needs at once. */
  preloads: string[];
}

/**
 * The HTML document around a rendered page.
 * @param state what the browser needs to take the page over; JSON, no script, so that the security policy needs no nonce
 */
export function htmlDocument({
  head,
  body,
  state,
  assets,
}: {
  head: string;
  body: string;
  state: unknown;
  assets: Assets;
}) {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    head,
    '</head><body><div id="root">',
    body,
    '</div><script type="application/json" id="state">',
    JSON.stringify(state).replaceAll('<', '\\u003c'),
    '</script>',
    ...assets.scripts.map((src) => `<script type="module" src="${src}"></script>`),
    '</body></html>',
  ].join('');
}
