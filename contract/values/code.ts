import { toPlainText } from './plain-text.ts';

const MIN_CHARACTERS = 4;

/**
 * A code that somebody was given, as of a coupon or receipt, in capitals and without spaces: 'summer 25' is 'SUMMER25'. Empty where fewer
 * than four letters or digits stand, which is none.
 */
export function readCode(typed: string): string {
  // Some letters have capitals of two characters, which combine anew.
  const code = toPlainText(toPlainText(typed).toUpperCase()).replaceAll(' ', '');
  return code.replace(/[^\p{L}\p{N}]/gu, '').length >= MIN_CHARACTERS ? code : '';
}
