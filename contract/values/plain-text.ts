/**
 * Typed or copied text as a keyboard writes it, for values that machines read: full-width characters become ASCII, all dashes '-', all
 * spaces ' ', and what nobody sees (zero-width spaces, directions) is left out.
 */
export const toPlainText = (text: string): string => (PLAIN.test(text) ? text : normalize(text));

/** Most texts are: it is ten times as fast to see that than to normalize them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const normalize = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** The plain text of a cell without the marks by which people keep a spreadsheet from reading it as a number: `="92614"`, `'92614`. */
export const toCellText = (text: string): string =>
  toPlainText(toPlainText(text).replace(/^=?["'’`]+|^=|["'’`]+$/g, ''));
