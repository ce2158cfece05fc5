import { toCellText } from './plain-text.ts';

const ZIP_CODE =
  /^(?:(?:CA|Calif\.?|California|USA?|ZIP|ZIP ?code|C\.?P\.?)[ :.-]*)*#?(\d{5})(?: ?-? ?\d{4}|-)?(?:,? (?:USA?|CA))?$/i;

/**
 * The five digits of a ZIP code: of ZIP+4 in every form, with guards and with what spreadsheets make of it ('92,614', '92614.0',
 * '9.2614E+04'). Undefined for any other text, and for one of which digits were lost ('2614', '9.3E+04').
 */
export const readZipCode = (text: string): string | undefined => ZIP_CODE.exec(undoFormat(toCellText(text)))?.[1];

/** A number as it was before a spreadsheet formatted it. */
function undoFormat(text: string) {
  const [, first, rest] = /^(\d)[.,](\d{4})0*E\+?0*4$/i.exec(text) ?? [];
  if (first && rest) return first + rest;
  const whole = text.replace(/(?<=^[\d,]{5,11})\.0*$/, '');
  return /^\d{2},\d{3}$|^\d{3},\d{3},\d{3}$/.test(whole) ? whole.replaceAll(',', '') : whole;
}
