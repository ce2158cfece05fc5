import { type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { getLocalStorage, getSessionStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { LANGUAGE, toRoutePath } from '#web/base/i18n/language.ts';
import { offerLanguage } from './language-offer.ts';
import { OFFER_NAME, TYPED_NAME } from './language-storage.ts';

// The fields whose values are restored.
const FIELDS = '#main :is(input, textarea, select)[name]';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Opens this page in another language, with its query and what is typed in its forms. */
export function switchLanguage(language: Language) {
  const path = toRoutePath(location.pathname);
  storeObject(getSessionStorage(), TYPED_NAME, { path, values: readFields() });
  storeObject(getLocalStorage(), OFFER_NAME, { answered: true });
  location.assign(toLocalPath(path, language) + location.search + location.hash);
}

/** After a page was loaded: types again what was typed before a switch, and offers the language of the browser. */
export function continueVisit(preferred: Language) {
  restoreTyped();
  if (preferred !== LANGUAGE && !getLocalStorage()?.getItem(OFFER_NAME))
    offerLanguage(preferred, () => switchLanguage(preferred));
}

function restoreTyped() {
  const storage = getSessionStorage();
  const { path, values } = (readStoredObject(storage, TYPED_NAME) ?? {}) as { path?: unknown; values?: unknown };
  storage?.removeItem(TYPED_NAME);
  if (path !== toRoutePath(location.pathname) || !Array.isArray(values)) return;
  const byKey = Map.groupBy(values.filter(Array.isArray), ([key]) => key);
  for (const field of getFields()) {
    const [, value] = byKey.get(toKey(field))?.shift() ?? [];
    if (typeof value === typeof readField(field) && value !== readField(field)) type(field, value);
  }
}

const getFields = () =>
  [...document.querySelectorAll<Field>(FIELDS)].filter(({ type }) => !['password', 'file', 'hidden'].includes(type));

const readFields = () => getFields().map((field) => [toKey(field), readField(field)]);

/** What a field is found again by, wherever it is in another language: its name, and of one of several choices its value. */
const toKey = (field: Field) => (isChecked(field) ? `${field.name}=${field.value}` : field.name);

const isChecked = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

const readField = (field: Field): string | boolean => (isChecked(field) ? field.checked : field.value);

/** Sets a value with the events of a person's input, so that React notices. */
function type(field: Field, value: string | boolean) {
  if (isChecked(field)) return void field.click();
  // React replaces the property of the element, but not that of its class.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
