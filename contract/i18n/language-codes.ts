/** The languages of the filter of searches, as codes of BCP 47: those most spoken at home in Southern California. */
export const LANGUAGE_CODES = 'en es zh yue tl vi ko hy fa ar ja ru hi pa km fr de pt he th ase'.split(' ') as [
  LanguageCode,
  ...LanguageCode[],
];
export type LanguageCode =
  | ('en' | 'es' | 'zh' | 'yue' | 'tl' | 'vi' | 'ko' | 'hy' | 'fa' | 'ar' | 'ja' | 'ru' | 'hi' | 'pa' | 'km')
  | ('fr' | 'de' | 'pt' | 'he' | 'th' | 'ase');
