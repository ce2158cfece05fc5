/** The size of share images (`og:image`) in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;

// Increase it when the design of the images changes, because they are cached for a year by URL.
const DESIGN_VERSION = '1';

/** The share image of pages that have none of their own. */
export const SITE_IMAGE = {
  path: '/og.png',
  alt: 'Illustration of a beach at sunset with the words “Southern California’s local pages”',
};

/** The share image that the server draws with the name of a page. Its URL changes with the name. */
export function getShareImage({ path, name }: { path: string; name: string }) {
  return {
    path: `/share${path}.png?v=${hashText(DESIGN_VERSION + name)}`,
    alt: `${name}, over an illustration of Southern California`,
  };
}

/** A short hash (FNV-1a), because the hashes of the Web Crypto API are asynchronous. */
function hashText(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}
