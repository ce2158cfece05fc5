import type { OwnerListing } from '#contract/owner-listings.ts';
import type { PaymentResult } from '#contract/payments.ts';
import type { ListingSubmission } from '#server/listings/write/posting.ts';
import type { Invalid } from '#server/platform/http/errors.ts';

/** A listing that was posted, and a sentence for its owner. */
export interface PostedListing {
  ad: OwnerListing;
  message: string;
}

/** How a listing that costs something is posted. Payments implement it, and `app.ts` hands it in: listings know no payments. */
export interface PaidPosting {
  /**
   * Posts a premium listing for the oldest credit of its owner. The same form sent again is answered with the listing that it
   * made, and pays once.
   * @throws {PaymentRequired} without a credit
   */
  postForCredit(form: ListingSubmission): Promise<PostedListing>;
  /**
   * Settles a payment and posts what it was made for: its draft, or the listing of the form where it was made for none.
   * @returns the payment's state while the bank is still working on it
   * @throws {Invalid} for an invalid form, if the listing of the payment is that of the form: the payment stays for the corrected one
   * @throws {Conflict} when it bought nothing, or nobody has said which listing
   */
  postForPayment(form: PaidSubmission): Promise<PostedListing | PaymentResult>;
}

/** A form that was paid for. */
export interface PaidSubmission extends Omit<ListingSubmission, 'fields'> {
  /** Undefined where the form holds no field of a listing, or an invalid one. */
  fields?: ListingSubmission['fields'];
  /** Why the fields are invalid. */
  refusal?: Invalid;
  /** The id of the payment intent: `pi_…`. */
  paymentIntent: string;
}
