import { afterEach, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '#tests/support/memory-storage.ts';
import { recordPurchaseComplete } from './purchase-complete.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('an outcome is told once, and a success is not taken back', () => {
  const dataLayer: object[] = [];
  vi.stubGlobal('window', { dataLayer });
  const storage = createMemoryStorage();
  for (const [id, success] of [
    ['pi_1', false],
    ['pi_1', false],
    ['pi_1', true],
    ['pi_1', true],
    ['pi_1', false],
    ['pi_2', true],
  ] as const)
    recordPurchaseComplete(id, success, storage);
  expect(dataLayer).toEqual([
    { event: 'purchase_complete', transaction_id: 'pi_1', success: false },
    { event: 'purchase_complete', transaction_id: 'pi_1', success: true },
    { event: 'purchase_complete', transaction_id: 'pi_2', success: true },
  ]);
});
