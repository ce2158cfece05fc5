import { getLocalStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';

const STORAGE_KEY = 'recordedPurchases';
const MAX_STORED = 50;

/**
 * Records the outcome of a payment, once in this browser however often its page is opened. A failure may become a success, when the
 * payment is made after all, and never the other way.
 */
export function recordPurchaseComplete(intentId: string, success: boolean, storage = getLocalStorage()): void {
  const others = Object.entries(readStoredObject(storage, STORAGE_KEY) ?? {}).filter(([id]) => id !== intentId);
  const before = (readStoredObject(storage, STORAGE_KEY) as Record<string, unknown> | null)?.[intentId];
  if (before === true || before === success) return;
  storeObject(storage, STORAGE_KEY, Object.fromEntries([...others, [intentId, success]].slice(-MAX_STORED)));
  recordEvent('purchase_complete', { transaction_id: intentId, success });
}
