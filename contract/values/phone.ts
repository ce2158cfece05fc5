import parsePhoneNumber, { type CountryCode, type PhoneNumber as ParsedNumber } from 'libphonenumber-js/min';
import { countDigits, MAX_PHONE_LENGTH, type PhoneCandidate, splitPhone } from './phone-parts.ts';

/** A telephone number that can be dialed. */
export interface PhoneNumber {
  /** In E.164: '+19495550100'. */
  number: string;
  /** '12' of '(949) 555-0100 x12'. */
  extension: string | undefined;
  /** As people write it: '(949) 555-0100', '+52 664 634 1234', or with its letters '1-800-FLOWERS'. */
  shown: string;
}

/** What somebody wrote as a telephone number. */
export interface Phone extends PhoneNumber {
  /** The second one that was written. */
  other: PhoneNumber | undefined;
  /** The words beside it: 'Office', 'Text or call'. */
  label: string | undefined;
}

/**
 * Why a text is no telephone number: it has none, too few digits, digits that nobody has, or digits that a spreadsheet dropped
 * ('9.49555E+09').
 */
export type PhoneFault = 'none' | 'incomplete' | 'unassigned' | 'scientific';

/** Reads a typed or imported telephone number, of the United States unless it is written as a Mexican or foreign one. */
export function readPhone(typed: string): Phone | { fault: PhoneFault } {
  const { tokens, candidates, isScientific } = splitPhone(typed);
  if (isScientific) return { fault: 'scientific' };
  const numbers: PhoneNumber[] = [];
  const taken = candidates.filter((candidate) => {
    const phone = toPhoneNumber(candidate);
    const isNew = phone && !numbers.some(({ number }) => number === phone.number);
    if (isNew && numbers.length < 2) numbers.push(phone);
    return phone && numbers.some(({ number }) => number === phone.number);
  });
  const [first, other] = numbers;
  if (!first) return { fault: toFault(tokens, candidates) };
  const phone = { ...first, other, label: toLabel(tokens, taken) };
  return phone.label && /\d/.test(phone.label) && !isReadBack(phone) ? { ...phone, label: undefined } : phone;
}

/** The one text of a telephone number, at most `MAX_PHONE_LENGTH` characters: '(949) 555-0100 x12 / (949) 555-0199 (Office)'. `readPhone` reads it back. */
export function printPhone(phone: Phone): string {
  const parts = [phone.other && ` / ${printNumber(phone.other)}`, phone.label && ` (${phone.label})`];
  return parts.reduce<string>(
    (text, part) => (part && text.length + part.length <= MAX_PHONE_LENGTH ? text + part : text),
    printNumber(phone),
  );
}

/** The `tel:` URL (RFC 3966) of a telephone number. */
export const toTel = ({ number, extension }: PhoneNumber) => `tel:${number}${extension ? `;ext=${extension}` : ''}`;

/** Whether no digits of the label would be taken for a number or an extension. */
function isReadBack(phone: Phone) {
  const again = splitPhone(printPhone(phone)).candidates.flatMap((candidate) => toPhoneNumber(candidate) ?? []);
  const numbers = phone.other ? [phone, phone.other] : [phone];
  return again.map(printNumber).join('/') === numbers.map(printNumber).join('/');
}

const printNumber = ({ shown, extension }: PhoneNumber) => shown + (extension ? ` x${extension}` : '');

function toPhoneNumber({ digits, isMexican, extension, words }: PhoneCandidate): PhoneNumber | undefined {
  const parsed = parse(digits, isMexican);
  if (!parsed) return undefined;
  const isNational = parsed.countryCallingCode === '1';
  return {
    number: parsed.number,
    extension,
    shown: words ?? (isNational ? parsed.formatNational() : parsed.formatInternational()),
  };
}

/** Countries with the code 1 whose area codes nobody here means as Mexican ones: 664 is Tijuana's, and Montserrat's. */
const NATIONAL = new Set<CountryCode | undefined>(['US', 'CA', 'PR']);

function parse(digits: string, isMexican: boolean): ParsedNumber | undefined {
  if (digits.startsWith('+') || isMexican) return validate(parsePhoneNumber(digits, 'MX'));
  const parsed = parsePhoneNumber(digits, 'US');
  if (!parsed || NATIONAL.has(parsed.country)) return validate(parsed);
  return validate(parsePhoneNumber(digits, 'MX')) ?? validate(parsed);
}

const validate = (parsed: ParsedNumber | undefined) => (parsed?.isValid() ? parsed : undefined);

function toFault(tokens: string[], candidates: PhoneCandidate[]): PhoneFault {
  if (candidates.length > 0) return 'unassigned';
  const count = countDigits(tokens);
  return count === 0 ? 'none' : count < 10 ? 'incomplete' : 'unassigned';
}

// They say no more than the number does.
const PLAIN_WORDS = /^(?:tel|tele?phone|tel[eé]fono|phone|ph|no|number|n[uú]mero|call|ll[aá]me(?:nos)?|or|and|o|u|y)$/i;

/** The words that are not part of the numbers, without marks at their ends. */
function toLabel(tokens: string[], taken: PhoneCandidate[]): string | undefined {
  const ends = [0, ...taken.map(({ to }) => to)];
  const pieces = ends.map((from, index) => tokens.slice(from, taken[index]?.from).join(''));
  const label = pieces
    .map((piece) => piece.replace(/[^\p{L}\p{N}]+$|^[^\p{L}\p{N}]+/gu, '').replace(/[()]/g, ''))
    .filter((piece) => piece !== '' && !PLAIN_WORDS.test(piece))
    .join(', ');
  return label === '' ? undefined : label;
}
