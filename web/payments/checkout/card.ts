import { t } from '#contract/i18n/t.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

interface Brand {
  name: string;
  pattern: RegExp;
  /** The lengths of the groups of digits on the card. */
  groups: readonly number[];
}

const GROUPS_OF_FOUR = [4, 4, 4, 4, 3];
const BRANDS: Brand[] = [
  { name: 'Visa', pattern: /^4/, groups: GROUPS_OF_FOUR },
  { name: 'Mastercard', pattern: /^(5[1-5]|2[2-7])/, groups: GROUPS_OF_FOUR },
  { name: 'Amex', pattern: /^3[47]/, groups: [4, 6, 5] },
  { name: 'Discover', pattern: /^(6011|64[4-9]|65)/, groups: GROUPS_OF_FOUR },
];

/** The brand of a card number, from its first digits; undefined for other brands and too few digits. */
export const getCardBrand = (number: string) => findBrand(stripNonDigits(number))?.name;

const findBrand = (digits: string) => BRANDS.find(({ pattern }) => pattern.test(digits));

/** Formats a complete or partial card number in the groups of its brand: '4242 4242'. */
export function formatCardNumber(text: string): string {
  const digits = stripNonDigits(text);
  const { groups } = findBrand(digits) ?? { groups: GROUPS_OF_FOUR };
  const grouped = new RegExp(groups.map((length) => `(\\d{1,${length}})?`).join(''));
  return (grouped.exec(digits) ?? []).slice(1).filter(Boolean).join(' ');
}

/** Formats a complete or partial expiry: '12 / 29' for '1229', '12/2029' and '12 / 29'. */
export function formatExpiry(text: string): string {
  const typed = stripNonDigits(text);
  const isShort = /^[2-9]/.test(typed) || /^\d\D*\//.test(text);
  const digits = isShort ? `0${typed}` : typed;
  const year = digits.slice(2, 6);
  return year
    ? `${digits.slice(0, 2)} / ${year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2)}`
    : digits;
}

/** The digits of a text. */
export const stripNonDigits = (text: string) => text.replace(/\D/g, '');

/** The fields of the card form, parsed into a card. The messages are those of Stripe's form. */
export const cardFormSchema = z.object({
  number: z
    .string()
    .transform(stripNonDigits)
    .refine(
      (digits) => digits.length >= 12 && digits.length >= getCardLength(digits),
      t('Your card number is incomplete.'),
    )
    .refine(isLuhnValid, t('Your card number is invalid.')),
  expiry: z
    .string()
    .regex(/^\d{2} \/ \d{2}$/, t("Your card's expiration date is incomplete."))
    .transform((text) => ({ month: Number(text.slice(0, 2)), year: 2000 + Number(text.slice(5)) }))
    .refine(({ month }) => month >= 1 && month <= 12, t("Your card's expiration date is invalid."))
    .refine(({ month, year }) => !isExpired(month, year), t("Your card's expiration date is in the past.")),
  cvc: z.string().regex(/^\d{3,4}$/, t("Your card's security code is incomplete.")),
  name: singleLine({
    min: 1,
    tooShort: t('Enter the name on the card.'),
    max: 200,
    tooLong: t('This name is too long.'),
  }),
});

export type CardFormInput = z.input<typeof cardFormSchema>;
export type CardFormOutput = z.output<typeof cardFormSchema>;

const getCardLength = (digits: string) => (findBrand(digits)?.name === 'Amex' ? 15 : 16);

/** Verifies the check digit of a card number (ISO/IEC 7812-1). */
function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A card is valid until the last day of its month. */
function isExpired(month: number, year: number, now = new Date()): boolean {
  return year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;
}
