/** The outcome of charging a test card. */
type CardOutcome = 'succeeds' | 'requires-action' | { code: string; declineCode?: string; message: string };

// Stripe's test cards with the outcomes that they have there (https://docs.stripe.com/testing).
const TEST_CARD_OUTCOMES: Record<string, CardOutcome> = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '378282246310005': 'succeeds',
  '4000000000000002': {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  },
  '4000000000009995': {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '4000000000000069': {
    code: 'expired_card',
    message: 'Your card has expired.',
  },
  '4000002500003155': 'requires-action',
};

const UNKNOWN_CARD: CardOutcome = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. This site is in test mode: use a test card such as 4242 4242 4242 4242.',
};

/** A card as the browser sends it. Its number does not leave this folder and is never stored. */
export interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** The outcome of charging a card, or what is wrong with its number, date or code. */
export function testCardOutcome({ number, expMonth, expYear, cvc }: Card, now = new Date()): CardOutcome {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !isLuhnValid(digits)) {
    return { code: 'incorrect_number', message: 'Your card number is incorrect.' };
  }
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  const month = expYear * 12 + expMonth;
  if (!(expMonth >= 1 && expMonth <= 12) || month < thisMonth || month > thisMonth + 50 * 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." };
  }
  if (!/^\d{3,4}$/.test(cvc)) return { code: 'invalid_cvc', message: "Your card's security code is invalid." };
  return TEST_CARD_OUTCOMES[digits] ?? UNKNOWN_CARD;
}

/** The stored details of a card. */
export function toCardDetails({ number, expMonth, expYear }: Card) {
  const digits = number.replace(/[\s-]/g, '');
  const brand = digits.startsWith('4') ? 'visa' : digits.startsWith('5') ? 'mastercard' : 'amex';
  return { brand, last4: digits.slice(-4), exp_month: expMonth, exp_year: expYear, funding: 'credit', country: 'US' };
}

/** Whether the check digit of a card number is right (ISO/IEC 7812-1). */
function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
