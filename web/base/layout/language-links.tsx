import { type MouseEvent, useEffect } from 'react';
import { useLocation } from 'react-router';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { getLocalStorage, getSessionStorage } from '#web/base/api/browser-storage.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { OFFER_NAME, TYPED_NAME } from './language-storage.ts';
import { isPlainClick } from './plain-click.ts';

/**
 * Links to this page in the other languages. They keep the query and what is typed.
 * @param path of the page; '' on one that has none, which links to the home page
 */
export function LanguageLinks({ path, className }: { path: string; className: string }) {
  const { search } = useLocation();
  const address = path ? path + search : '/';
  return LANGUAGES.filter((language) => language !== LANGUAGE).map((language) => (
    <a
      key={language}
      href={toLocalPath(address, language)}
      hrefLang={language}
      lang={language}
      className={className}
      onClick={(event) => switchOnClick(event, language)}
    >
      {LANGUAGE_NAMES[language]}
    </a>
  ));
}

/** Switches the language, unless the click opens another window. */
export function switchOnClick(event: MouseEvent, language: Language) {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  void switchTo(language);
}

const loadSwitch = () => import('./switch-language.ts');

const switchTo = (language: Language) => loadSwitch().then(({ switchLanguage }) => switchLanguage(language));

/** Types again what was typed before a switch, and offers the language of the browser once. */
export function useLanguageSwitch() {
  useEffect(() => {
    const [preferred = LANGUAGE] = [navigator.language.slice(0, 2)].filter(isLanguage);
    if ((preferred !== LANGUAGE && !getLocalStorage()?.getItem(OFFER_NAME)) || getSessionStorage()?.getItem(TYPED_NAME))
      void loadSwitch().then(({ continueVisit }) => continueVisit(preferred));
  }, []);
}
