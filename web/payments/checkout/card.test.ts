import { describe, expect, test, vi } from 'vitest';
import { cardFormSchema, formatCardNumber, formatExpiry, getCardBrand } from './card.ts';

test.each([
  ['4242', '4242', 'Visa'],
  ['42424', '4242 4', 'Visa'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242', 'Visa'],
  ['42424242424242421234', '4242 4242 4242 4242 123', 'Visa'],
  ['5555555555554444', '5555 5555 5555 4444', 'Mastercard'],
  ['378282246310005', '3782 822463 10005', 'Amex'],
  ['6011000990139424', '6011 0009 9013 9424', 'Discover'],
  ['9999', '9999', undefined],
  ['', '', undefined],
  ['card', '', undefined],
])("the card number '%s' is formatted as '%s'", (typed, formatted, brand) => {
  expect(formatCardNumber(typed)).toBe(formatted);
  expect(formatCardNumber(formatted)).toBe(formatted);
  expect(getCardBrand(formatted)).toBe(brand);
});

test.each([
  ['1', '1'],
  ['12', '12'],
  ['5', '05'],
  ['1/', '01'],
  ['122', '12 / 2'],
  ['12/29', '12 / 29'],
  ['529', '05 / 29'],
  ['1/29', '01 / 29'],
  ['12/2029', '12 / 29'],
  ['12 / 29', '12 / 29'],
  ['12 / 299', '12 / 29'],
  ['', ''],
])("the expiry '%s' is formatted as '%s'", (typed, formatted) => {
  expect(formatExpiry(typed)).toBe(formatted);
});

describe('The card form', () => {
  const validCard = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123', name: ' Ada Lovelace ' };
  const getMessages = (fields: Partial<typeof validCard>) =>
    cardFormSchema.safeParse({ ...validCard, ...fields }).error?.issues.map(({ message }) => message);

  test('accepts a card until the last day of its month', () => {
    vi.setSystemTime(new Date(2026, 10, 30, 23));
    expect(cardFormSchema.parse(validCard)).toEqual({
      number: '4242424242424242',
      expiry: { month: 11, year: 2026 },
      cvc: '123',
      name: 'Ada Lovelace',
    });
    vi.setSystemTime(new Date(2026, 11, 1));
    expect(getMessages({})).toEqual(["Your card's expiration date is in the past."]);
    vi.useRealTimers();
  });

  test.each([
    [{ number: '4242 4242' }, 'Your card number is incomplete.'],
    [{ number: '' }, 'Your card number is incomplete.'],
    [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    [{ number: '3782 822463 1000' }, 'Your card number is incomplete.'],
    [{ expiry: '11 / 2' }, "Your card's expiration date is incomplete."],
    [{ expiry: '13 / 40' }, "Your card's expiration date is invalid."],
    [{ expiry: '00 / 40' }, "Your card's expiration date is invalid."],
    [{ cvc: '12' }, "Your card's security code is incomplete."],
    [{ name: ' ' }, 'Enter the name on the card.'],
  ])('rejects %j with: %s', (fields, message) => {
    expect(getMessages({ expiry: '11 / 40', ...fields })).toContain(message);
  });
});
