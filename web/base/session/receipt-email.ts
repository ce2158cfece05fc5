import { getLocalStorage } from '#web/base/api/browser-storage.ts';

/** Where the checkout stores the address for Stripe's receipt. */
export const RECEIPT_EMAIL_KEY = 'userEmail';

/** Signing out leaves nothing of the account in the browser. */
export const removeReceiptEmail = () => getLocalStorage()?.removeItem(RECEIPT_EMAIL_KEY);
