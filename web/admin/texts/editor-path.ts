import { type Language, splitLocalPath } from '#contract/i18n/languages.ts';

/** The address of the list of texts in a language. */
export const toListPath = (language: Language) => `/admin?${new URLSearchParams({ tab: 'texts', language })}`;

/** The address of the editor of a text. */
export const toEditorPath = (key: string) => `/admin?${new URLSearchParams({ tab: 'texts', text: key })}`;

/** The language of a text, which its key begins with. */
export const getTextLanguage = (key: string): Language => splitLocalPath(`/${key}`).language;
