import { LOCALE } from './language.ts';
import { lazy } from './lazy.ts';

const getRules = lazy(() => new Intl.PluralRules(LOCALE));

/**
 * The form of a message for a number, which `web/build/messages` puts in the place of ICU plurals: forms are named by the
 * categories of `Intl.PluralRules`, or by an exact number, as '=0'.
 */
export const plural = <Form>(number: number, forms: Record<string, Form>): Form =>
  (forms[`=${number}`] ?? forms[getRules().select(number)] ?? forms.other) as Form;

/** The form of a message for a word, in the place of ICU selects. */
export const choose = <Form>(word: string | number, forms: Record<string, Form>): Form =>
  (Object.hasOwn(forms, word) ? forms[word] : forms.other) as Form;
