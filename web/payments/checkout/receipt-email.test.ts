import { expect, it } from 'vitest';
import { createMemoryStorage } from '#tests/support/memory-storage.ts';
import { storeReceiptEmail } from './receipt-email.ts';

it('the address for the receipt is that of the user who pays, never one that another user left', () => {
  const storage = createMemoryStorage();
  expect(storeReceiptEmail('ada@example.com', storage)).toBe('ada@example.com');
  expect(storage.getItem('userEmail')).toBe('ada@example.com');
  expect(storeReceiptEmail('grace@example.com', storage)).toBe('grace@example.com');
  expect(storeReceiptEmail(null, storage)).toBeUndefined();
  expect(storage.getItem('userEmail')).toBeNull();
  expect(storeReceiptEmail('ada@example.com', null)).toBeUndefined();
});
