/** The languages of the site, by their codes of BCP 47: English at `/`, each other one below `/{code}`. Their texts are in `content/`. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

export const DEFAULT_LANGUAGE: Language = 'en';

export const OTHER_LANGUAGES: readonly Language[] = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

export const isLanguage = (code: string | undefined): code is Language =>
  (LANGUAGES as readonly unknown[]).includes(code);

/** The language with a code that was stored; English if the site does not have it any more. */
export const toLanguage = (code: string): Language => (isLanguage(code) ? code : DEFAULT_LANGUAGE);

/** The locale for `Intl`: the language as it is written in the United States. */
export const toLocale = (language: Language): string => `${language}-US`;

/** What the addresses of a language's pages begin with: nothing for English, else `/es`. */
export const toBasePath = (language: Language): string => (language === DEFAULT_LANGUAGE ? '' : `/${language}`);

/** A path of the site in a language: `/city/irvine` is `/es/city/irvine` in Spanish. */
export const toLocalPath = (path: string, language: Language): string =>
  language === DEFAULT_LANGUAGE ? path : toBasePath(language) + (path === '/' ? '' : path);

/** An address in a language, if it is that of a page of the site in English, and not of the API, a file or another site. */
export const toLocalHref = (href: string, language: Language): string =>
  language !== DEFAULT_LANGUAGE && isPagePath(href) ? toLocalPath(href, language) : href;

const isPagePath = (href: string) =>
  /^\/(?!\/|api\/)/.test(href) &&
  !/^[^?#]*\.\w+(?:[?#]|$)/.test(href) &&
  splitLocalPath(href).language === DEFAULT_LANGUAGE;

/** The path at which pages of a language read the API: `/api/categories?lang=es`. */
export function toLocalApiPath(path: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE || /[?&]lang=/.test(path)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

/** The language of a page's address, and its path in English: of `/es/city/irvine` `es` and `/city/irvine`. */
export function splitLocalPath(path: string): { language: Language; path: string } {
  const [, first = '', rest = ''] = /^\/([a-z]+)(?=[/?#]|$)(.*)$/.exec(path) ?? [];
  if (!isLanguage(first) || first === DEFAULT_LANGUAGE) return { language: DEFAULT_LANGUAGE, path };
  return { language: first, path: rest.startsWith('/') ? rest : `/${rest}` };
}
