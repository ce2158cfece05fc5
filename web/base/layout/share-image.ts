import { DEFAULT_LANGUAGE, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';

// Increase it when the design of the images changes, because they are cached for a year by URL.
const DESIGN_VERSION = '1';

/** The share image of pages that have none of their own. */
export const SITE_IMAGE =
  LANGUAGE === DEFAULT_LANGUAGE
    ? { path: '/og.png', alt: t('Southern California’s local pages, over a beach at sunset') }
    : getShareImage({ path: '/site', name: t('Southern California’s local pages') });

/**
 * The share image that the server draws with the name of a page, which is its text alternative. Its URL changes with the name and the pictures.
 * @param pictures names the pictures of a listing that the image is made of; '' if it has none
 */
export function getShareImage({ path, name, pictures = '' }: { path: string; name: string; pictures?: string }) {
  return {
    path: toLocalPath(
      `/share${path}.${pictures ? 'jpg' : 'png'}?v=${hashText(DESIGN_VERSION + name + pictures)}`,
      LANGUAGE,
    ),
    alt: name,
  };
}

/** A short hash (FNV-1a), because the hashes of the Web Crypto API are asynchronous. */
function hashText(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}
