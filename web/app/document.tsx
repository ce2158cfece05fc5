/** What the build made of the browser's part: addresses of scripts, style sheets and fonts. */
export interface Assets {
  scripts: string[];
  styles: string[];
  fonts: string[];
  /** Modules that the page needs at once. */
  preloads: string[];
}

interface DocumentParts {
  /** What React rendered: the page's metadata, then its content. */
  markup: string;
  /** What the browser needs to take the page over; JSON, no script, so that the security policy needs no nonce. */
  state: unknown;
  assets: Assets;
}

/** The HTML document around a rendered page, in UTF-8. */
export function renderDocument({ markup, state, assets }: DocumentParts): Uint8Array {
  // React puts a page's metadata before its first other element.
  const metadata = markup.match(METADATA)?.[0] ?? '';
  return encodeUtf8([
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    metadata,
    '</head><body><div id="root">',
    markup.slice(metadata.length),
    '</div><script type="application/json" id="state">',
    JSON.stringify(state).replaceAll('<', '\\u003c'),
    '</script>',
    ...assets.scripts.map((src) => `<script type="module" src="${src}"></script>`),
    '</body></html>',
  ]);
}

const METADATA = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/;

const encoder = new TextEncoder();
// Pages are written here first, one after the other: fresh memory for each would take longer than the writing.
let encodeBuffer = new Uint8Array(2 ** 20);

function encodeUtf8(parts: string[]): Uint8Array {
  const maxBytes = 3 * parts.reduce((length, part) => length + part.length, 0);
  if (encodeBuffer.length < maxBytes) encodeBuffer = new Uint8Array(maxBytes);
  let end = 0;
  for (const part of parts) end += encoder.encodeInto(part, encodeBuffer.subarray(end)).written;
  return encodeBuffer.slice(0, end);
}
