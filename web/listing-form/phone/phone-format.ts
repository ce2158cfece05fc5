/** A text and the position of its caret. */
interface EditedText {
  text: string;
  caret: number;
}

const PUNCTUATION = String.raw`[\s().-]*`;
// The country code 1 may come first; an area code never begins with 1.
const COUNTRY_CODE = new RegExp(`^${PUNCTUATION}(?:1${PUNCTUATION}(?=[2-9]))?`);
const NUMBER = new RegExp(`^(?:\\d${PUNCTUATION}){1,10}`);

/**
 * A phone number of the United States as it is typed: '(949) 555-0100'. The caret stays behind the digit that it was
 * behind, so that typing and deleting go over the punctuation. What begins with '+', has letters within its ten digits
 * ('800-FLOWERS') or has no digits stays as it is, and so does what follows the ten ('x12').
 */
export function formatPhone(text: string, caret = text.length): EditedText {
  const lead = COUNTRY_CODE.exec(text)?.[0].length ?? 0;
  const number = NUMBER.exec(text.slice(lead))?.[0] ?? '';
  const digits = toDigits(number);
  const isComplete = digits.length === 10;
  const end = lead + (isComplete ? number.replace(/\D+$/, '') : number).length;
  const rest = text.slice(end);
  if (!digits || (rest && !isComplete)) return { text, caret };

  const shown = punctuate(digits, /\D$/.test(number));
  const behind = toDigits(text.slice(lead, caret)).length;
  return { text: shown + rest, caret: caret < end ? caretAfterDigit(shown, behind) : shown.length + caret - end };
}

/**
 * The number without the digit before or after the caret, where a key deleted only punctuation: the digit beyond it is
 * what was meant.
 */
export function deleteDigit({ text, caret }: EditedText, where: 'before' | 'after'): EditedText {
  const [before, after] = [text.slice(0, caret), text.slice(caret)];
  if (where === 'after') return formatPhone(before + after.replace(/\d/, ''), caret);
  const shortened = before.replace(/\d\D*$/, '');
  return formatPhone(shortened + after, shortened.length);
}

/** Whether a deletion from a number in its form took only a mark of it, which would come back at once. */
export function deletesOnlyPunctuation(former: string, { text, caret }: EditedText): boolean {
  const number = former.slice(0, '(949) 555-0100'.length);
  return /^\([\d() -]*$/.test(number) && caret < number.length && toDigits(text) === toDigits(former);
}

const toDigits = (text: string) => text.replace(/\D/g, '');

/** @param ended whether what has been typed so far ends with a mark, so that the part is complete */
function punctuate(digits: string, ended: boolean): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!exchange) return area.length === 3 && ended ? `(${area}) ` : `(${area}`;
  return line || (exchange.length === 3 && ended) ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}

/** The position after so many digits. */
function caretAfterDigit(text: string, count: number): number {
  return new RegExp(`^\\(?(?:\\D*\\d){${count}}`).exec(text)?.[0].length ?? text.length;
}
