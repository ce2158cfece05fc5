import { defineMessage } from '#contract/i18n/t.ts';
import type { CardDetails, Decline } from './charges.ts';

/** The outcome of charging a test card. */
type CardOutcome = 'succeeds' | 'requires-action' | Decline;

// Stripe's test cards with the outcomes that they have there (https://docs.stripe.com/testing).
const TEST_CARD_OUTCOMES: Record<string, CardOutcome> = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '378282246310005': 'succeeds',
  '4000000000000002': {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: defineMessage('Your card was declined.'),
  },
  '4000000000009995': {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: defineMessage('Your card has insufficient funds.'),
  },
  '4000000000000069': {
    code: 'expired_card',
    message: defineMessage('Your card has expired.'),
  },
  '4000002500003155': 'requires-action',
  // It can be saved, and every later charge is declined.
  '4000000000000341': 'succeeds',
};

/** Outcomes of charging a saved card while its holder is away, where they are others. */
const LATER_OUTCOMES: Record<string, CardOutcome> = {
  '4000000000000341': {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: defineMessage('Your card was declined.'),
  },
};

const UNKNOWN_CARD: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: defineMessage(
    'Your card was declined. This site is in test mode: use a test card such as 4242 4242 4242 4242.',
  ),
};

/** A card as the browser sends it. Its number does not leave this folder and is never stored. */
export interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
  /** The name on it. */
  name?: string | undefined;
}

const INCORRECT_NUMBER = defineMessage('Your card number is incorrect.');
const INVALID_DATE = defineMessage("Your card's expiration date is invalid.");
const INVALID_CODE = defineMessage("Your card's security code is invalid.");

/** What is wrong with the number, date or code of a card, or that it is no test card: nothing is charged then. */
export function findCardError({ number, expMonth, expYear, cvc }: Card, now = new Date()): Decline | null {
  const digits = toDigits(number);
  if (!/^\d{12,19}$/.test(digits) || !isLuhnValid(digits)) {
    return { code: 'incorrect_number', message: INCORRECT_NUMBER };
  }
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  const month = expYear * 12 + expMonth;
  if (!(expMonth >= 1 && expMonth <= 12) || month < thisMonth || month > thisMonth + 50 * 12) {
    return { code: 'invalid_expiry_month', message: INVALID_DATE };
  }
  if (!/^\d{3,4}$/.test(cvc)) return { code: 'invalid_cvc', message: INVALID_CODE };
  return digits in TEST_CARD_OUTCOMES ? null : UNKNOWN_CARD;
}

/** The outcome of charging a card without errors. */
export const getCardOutcome = ({ number }: Card): CardOutcome => TEST_CARD_OUTCOMES[toDigits(number)] ?? UNKNOWN_CARD;

/** The outcome of charging a saved card while its holder is away. */
export const getLaterOutcome = (card: Card): CardOutcome =>
  LATER_OUTCOMES[toDigits(card.number)] ?? getCardOutcome(card);

/** The stored details of a card. */
export function toCardDetails({ number, expMonth, expYear }: Card): CardDetails {
  const digits = toDigits(number);
  const brand = digits.startsWith('4') ? 'visa' : digits.startsWith('5') ? 'mastercard' : 'amex';
  return {
    amount_authorized: null,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: expMonth,
    exp_year: expYear,
    funding: 'credit',
    installments: null,
    last4: digits.slice(-4),
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

const toDigits = (number: string) => number.replace(/[\s-]/g, '');

/** Whether the check digit of a card number is right (ISO/IEC 7812-1). */
function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
