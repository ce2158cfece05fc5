import type { Language } from '#contract/i18n/languages.ts';

/** How a message reads in emails, by its key in the catalogs; undefined where it reads as everywhere. */
export type EmailWords = (key: string, language: Language, text: string) => string | undefined;

let published: EmailWords = () => undefined;
/** Undefined while no email is written. */
let current: EmailWords | undefined;

/** Sets what the staff published. See docs/decisions/0178-sentences-of-emails-are-texts.md. */
export function setEmailWords(words: EmailWords): void {
  published = words;
}

/** Writes an email with the words that the staff published, or with others, also where it is written inside of this. */
export function withEmailWords<Result>(write: () => Result, words: EmailWords = current ?? published): Result {
  const former = current;
  current = words;
  try {
    return write();
  } finally {
    current = former;
  }
}

/** The words of the email that is being written. */
export const findEmailWords: EmailWords = (...message) => current?.(...message);
