import { LANGUAGE_NAMES, type Language } from '#contract/i18n/languages.ts';
import { getLocalStorage, storeObject } from '#web/base/api/browser-storage.ts';
import { OFFER_NAME } from './language-storage.ts';

/** In the language that is offered, which the other texts of the page are not in. */
const OFFERS: Record<Language, { question: string; accept: string; dismiss: string }> = {
  en: { question: 'Would you rather read this page in English?', accept: 'Read in English', dismiss: 'No, thanks' },
  es: { question: '¿Prefiere leer esta página en español?', accept: 'Leer en español', dismiss: 'No, gracias' },
};

/** Offers a language in a bar over the end of the window. */
export function offerLanguage(language: Language, accept: () => void) {
  const storage = getLocalStorage();
  const { question, accept: yes, dismiss: no } = OFFERS[language];
  const bar = document.createElement('aside');
  bar.lang = language;
  bar.dataset.bottomBar = '';
  bar.setAttribute('aria-label', LANGUAGE_NAMES[language]);
  bar.className =
    'no-print fixed inset-x-0 bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-t bg-paper px-4 py-3 shadow-lg';
  const text = document.createElement('p');
  text.textContent = question;
  bar.append(text, createButton(yes, 'border-transparent bg-pacific text-on-pacific hover:bg-pacific-deep', accept));
  bar.append(createButton(no, 'border-line-strong bg-paper hover:bg-pacific-wash', () => {}));
  document.body.append(bar);

  function createButton(label: string, colors: string, act: () => void) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.className = `button min-h-11 px-4 text-base ${colors}`;
    button.addEventListener('click', () => {
      storeObject(storage, OFFER_NAME, { answered: true });
      bar.remove();
      act();
    });
    return button;
  }
}
