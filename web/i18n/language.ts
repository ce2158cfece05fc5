import {
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
  toBasePath,
  toLocale,
  toLocalPath,
} from '#contract/i18n/languages.ts';

const built = import.meta.env?.LANGUAGE;

/** The language of these pages: each language has a build of its own. */
export const LANGUAGE: Language = isLanguage(built) ? built : DEFAULT_LANGUAGE;

/** The locale for `Intl`. */
export const LOCALE: string = toLocale(LANGUAGE);

/** What the addresses of these pages begin with: '' or '/es'. */
export const BASE_PATH: string = toBasePath(LANGUAGE);

/**
 * An address in the language of these pages, if it is that of a page of the site. The build applies it to the links and forms of
 * components; only HTML that is made otherwise, and absolute addresses, need a call.
 */
export function localPath(href: string): string;
export function localPath(href: string | undefined): string | undefined;
export function localPath(href: string | undefined): string | undefined {
  return BASE_PATH && href && isPagePath(href) ? toLocalPath(href, LANGUAGE) : href;
}

/** Whether it is a path of a page in English, and not of the API or a file. */
const isPagePath = (href: string) =>
  /^\/(?!\/|api\/)/.test(href) &&
  !/^[^?#]*\.\w+(?:[?#]|$)/.test(href) &&
  !new RegExp(`^${BASE_PATH}(?:[/?#]|$)`).test(href);
