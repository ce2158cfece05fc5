import { getLocalStorage } from '#web/base/api/browser-storage.ts';

/** Where the checkout stores the address for Stripe's receipt. */
export const RECEIPT_EMAIL_KEY = 'userEmail';

/** Where the form of a new listing is stored until it is posted: fixed by docs/product.md, Posting and editing. */
export const LISTING_DRAFT_KEY = 'adFormData';

/** When the version of that form was saved in the account that this browser has. */
export const ACCOUNT_DRAFT_KEY = 'accountDraftSavedAt';

/** Signing out leaves nothing of the account in the browser. */
export function removeBrowserData(): void {
  for (const key of [RECEIPT_EMAIL_KEY, LISTING_DRAFT_KEY, ACCOUNT_DRAFT_KEY]) getLocalStorage()?.removeItem(key);
}
