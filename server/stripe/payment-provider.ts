/** What is to be paid for: becomes the intent's amount and metadata. */
export interface PaymentOrder {
  /** What the payment is known by, here and there: an intent is made once for it. */
  reference: string;
  paymentId: number;
  accountId: number;
  plan: string;
  listingId: number | null;
  amountCents: number;
  currency: 'usd';
  /** What the buyer's bank and the dashboard show: 'Premium Monthly'. */
  description: string;
}

/** What the provider says of an intent now. Amounts are US cents. */
export interface PaymentIntent {
  id: string;
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** Asked for, and taken. */
  amountCents: number;
  receivedCents: number;
  currency: string;
  /** The order's, as they were written at the provider: all strings. */
  metadata: Readonly<Record<string, string>>;
  clientSecret: string;
  charge: Charge | null;
}

/** Money that was taken from a card. */
export interface Charge {
  id: string;
  amountCents: number;
  card: { brand: string; last4: string } | null;
  refunds: Refund[];
  /** Those that the bank took the money back for; not what it only asks about. */
  disputes: { id: string; amountCents: number; status: 'open' | 'won' | 'lost' }[];
}

/** Money given back. */
export interface Refund {
  id: string;
  /** What we know it by; null when it was not made by us. */
  reference: string | null;
  amountCents: number;
  status: 'pending' | 'made' | 'failed';
}

/** Something that happened at the provider. What it means is always asked anew: an event may be old when it comes. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The intent that it is about, where it is about one. */
  intentId: string | null;
}

/** The provider of card payments: Stripe, or what stands in for it. */
export interface PaymentProvider {
  /** `unavailable`: there is a secret key, but no publishable one for the browser. */
  readonly mode: 'stripe' | 'simulated' | 'unavailable';
  readonly publishableKey: string | null;
  /**
   * Makes the intent of a payment; doing it again makes no other.
   * @throws {Unavailable} when the provider cannot be reached, or answers another intent
   */
  createIntent(order: PaymentOrder): Promise<PaymentIntent>;
  /** @throws {NotFound} when the provider knows none of that id @throws {Unavailable} */
  retrieveIntent(id: string): Promise<PaymentIntent>;
  /** Calls an intent off that was not paid; harmless for one that cannot be any more. @throws {Unavailable} */
  cancelIntent(id: string): Promise<void>;
  /**
   * Gives money back; doing it again with the same reference within a day gives it back once.
   * @throws {ProviderRefusal} when it will not, as for more than is left @throws {Unavailable}
   */
  refund(order: { reference: string; intentId: string; amountCents: number }): Promise<Refund>;
  /**
   * Reads what was sent to the webhook.
   * @throws {Invalid} when it is not signed by the provider, or older than 300 seconds
   */
  constructEvent(body: Buffer, signature: string | undefined): ProviderEvent;
  /** Every charge since a moment, newest first, with sums of what went back: to compare with what we know. @throws {Unavailable} */
  listCharges(since: Date): AsyncIterable<ProviderCharge>;
}

/** A charge as the provider lists it. */
export interface ProviderCharge {
  id: string;
  intentId: string | null;
  /** What our payment is known by; null for what was not paid here. */
  reference: string | null;
  amountCents: number;
  refundedCents: number;
  isPaid: boolean;
}

/** The provider has understood, and will not. */
export class ProviderRefusal extends Error {}
