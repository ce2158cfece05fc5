import { readDate } from '#contract/values/date.ts';
import { toPlainText } from '#contract/values/plain-text.ts';

/** What a text may mean of a payment; any of it is a match. */
export interface PaymentTerms {
  id?: number;
  receiptNumber?: number;
  invoice?: { year: number; number: number };
  amountCents?: number;
  last4?: string;
  /** The day in Los Angeles, '2026-11-24'. */
  day?: string;
  /** A part of an email address. */
  email?: string;
  /** Words of a name: of an account, its business or a listing, on the card or on the invoice. */
  name?: string;
}

const MAX_NUMBER = 2_000_000_000;

/**
 * Reads what the staff types into the box: a receipt ('SL-000123'), an invoice ('INV-2026-000123'), a payment ('#123'), an amount ('$49.99'), the
 * last four digits of a card, a day, an email address or a name. Digits alone may be several of them.
 */
export function readPaymentTerms(typed: string): PaymentTerms {
  const text = toPlainText(typed).trim();
  const [, receipt] = /^SL-?(\d{1,9})$/i.exec(text) ?? [];
  if (receipt) return { receiptNumber: Number(receipt) };
  const [, year, number] = /^INV-?(\d{4})-?(\d{1,9})$/i.exec(text) ?? [];
  if (year && number) return { invoice: { year: Number(year), number: Number(number) } };
  const [, id] = /^#(\d{1,9})$/.exec(text) ?? [];
  if (id) return { id: Number(id) };
  if (/^\S*@\S*$/.test(text)) return { email: text };
  const [, card] = /^(?:[*•x]+|card|tarjeta)\s*(\d{4})$/i.exec(text) ?? [];
  if (card) return { last4: card };
  if (/^\d{1,9}$/.test(text)) {
    const value = Number(text);
    return {
      ...(text.length === 4 && { last4: text }),
      id: value,
      receiptNumber: value,
      ...(value * 100 < MAX_NUMBER && { amountCents: value * 100 }),
    };
  }
  const day = readDate(text, 'month-first');
  if (day && /^20\d\d-\d\d-\d\d$/.test(day)) return { day };
  const [, dollars, cents = '00'] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d\d))?(?:\s*USD)?$/i.exec(text) ?? [];
  const amountCents = Number(dollars?.replaceAll(',', '')) * 100 + Number(cents);
  if (amountCents < MAX_NUMBER) return { amountCents };
  return { name: text };
}

/**
 * The meanings of a text, of which a payment meets one; it meets a meaning by all of its terms. Words come in any order: 'Rosa $49.99' and
 * 'Nov 24, 2026 Rosa' are a name and something else, and 'Studio 54' may be a name or not.
 */
export function readPaymentSearch(typed: string): PaymentTerms[][] {
  const whole = readPaymentTerms(typed);
  if (whole.name === undefined) return [[whole]];
  const words = whole.name.split(/\s+/);
  const names: string[] = [];
  const facts: PaymentTerms[] = [];
  for (let index = 0; index < words.length; ) {
    const read = [3, 2, 1]
      .map((length) => ({ length, terms: readPaymentTerms(words.slice(index, index + length).join(' ')) }))
      .find(({ terms }) => terms.name === undefined);
    if (read) facts.push(read.terms);
    else names.push(words[index] as string);
    index += read?.length ?? 1;
  }
  if (facts.length === 0) return [[whole]];
  return [[whole], [...facts, ...(names.length > 0 ? [{ name: names.join(' ') }] : [])]];
}
