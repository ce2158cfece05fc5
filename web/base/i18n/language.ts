import {
  DEFAULT_LANGUAGE,
  type Language,
  splitLocalPath,
  toBasePath,
  toLocale,
  toLocalHref,
} from '#contract/i18n/languages.ts';

/** The language of these pages: each language has a build of its own. */
export const LANGUAGE: Language = import.meta.env.LANGUAGE ?? DEFAULT_LANGUAGE;

/** The locale for `Intl`. */
export const LOCALE: string = toLocale(LANGUAGE);

/** What the addresses of these pages begin with, as React Router takes it: '/' or '/es'. */
export const BASE_NAME: string = toBasePath(LANGUAGE) || '/';

/** Whether a path is that of a page in this language. */
export const isInLanguage = (path: string): boolean => splitLocalPath(path).language === LANGUAGE;

/** The path of a page in the language of these pages, as its route has it: of `/es/city/irvine` it is `/city/irvine`. */
export const toRoutePath = (path: string): string => (BASE_NAME === '/' ? path : splitLocalPath(path).path);

/**
 * An address in the language of these pages, if it is that of a page of the site. The build applies it to the links and forms of
 * components; only HTML that is made otherwise, and absolute addresses, need a call.
 */
export const localPath = <Href extends string | undefined>(href: Href): Href =>
  BASE_NAME !== '/' && href ? (toLocalHref(href, LANGUAGE) as Href) : href;

/** The `lang` of a text, where it is not that of these pages. */
export const toLang = (language: Language): Language | undefined => (language === LANGUAGE ? undefined : language);
