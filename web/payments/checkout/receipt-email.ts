import { getLocalStorage } from '#web/base/api/browser-storage.ts';
import { RECEIPT_EMAIL_KEY } from '#web/base/session/browser-data.ts';

/**
 * Stores the address for Stripe's receipt, that of the signed-in user, and reads it back (docs/product.md, Payments). An address that
 * another user left is replaced.
 */
export function storeReceiptEmail(email: string | null, storage = getLocalStorage()): string | undefined {
  try {
    if (email === null) storage?.removeItem(RECEIPT_EMAIL_KEY);
    else storage?.setItem(RECEIPT_EMAIL_KEY, email);
  } catch {
    // A browser that stores nothing has no address from before either.
  }
  return storage?.getItem(RECEIPT_EMAIL_KEY) ?? undefined;
}
