/** How large the pictures are that stand for pages where they are shared, in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;

// To be raised when the pictures are drawn in another way: they are kept for a year under their addresses.
const DESIGN_VERSION = '1';

/** The picture that stands for pages that have none of their own where they are shared. */
export const SITE_IMAGE = {
  path: '/og.png',
  alt: 'A beach at sunset, and the words “Southern California’s local pages”',
};

/** The picture that is drawn for a page, with the page's name. Another name makes another address. */
export function getShareImage({ path, name }: { path: string; name: string }) {
  return {
    path: `/share${path}.png?v=${hashText(DESIGN_VERSION + name)}`,
    alt: `${name}, before a drawn view of Southern California`,
  };
}

/** A few letters that differ for different words (FNV-1a): browsers have nothing quicker at hand. */
function hashText(words: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < words.length; at++) value = Math.imul(value ^ words.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}
