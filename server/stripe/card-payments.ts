/** What is to be paid for: becomes the intent's amount and metadata. */
export interface Order {
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
export interface IntentState {
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
  intentId: string | null;
  amountCents: number;
  card: { brand: string; last4: string } | null;
  refunds: Refund[];
  disputes: { id: string; amountCents: number; status: 'open' | 'won' | 'lost' }[];
}

/** Money given back. */
export interface Refund {
  id: string;
  /** The number that we gave it; null when it was not made by us. */
  refundId: number | null;
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
export interface CardPayments {
  /** `unavailable`: there is a secret key, but no publishable one for the browser. */
  readonly mode: 'stripe' | 'simulated' | 'unavailable';
  readonly publishableKey: string | null;
  /** Makes the intent of a payment; doing it again makes no other. @throws {Unavailable} */
  createIntent(order: Order): Promise<IntentState>;
  /** @throws {NotFound} when the provider knows none of that id @throws {Unavailable} */
  readIntent(id: string): Promise<IntentState>;
  /** Calls an intent off that was not paid; harmless for one that cannot be any more. @throws {Unavailable} */
  cancelIntent(id: string): Promise<void>;
  /**
   * Gives money back; doing it again with the same `refundId` gives it back once.
   * @throws {Invalid} when the provider refuses, as for more than is left @throws {Unavailable}
   */
  refund(order: { refundId: number; intentId: string; amountCents: number }): Promise<Refund>;
  /**
   * Reads what was sent to the webhook.
   * @throws {Invalid} when it is not signed by the provider, or older than 300 seconds
   */
  eventOf(body: Buffer, signature: string | undefined): ProviderEvent;
  /** Every charge since a moment, newest first, without refunds and disputes: to compare with what we know. */
  charges(since: Date): AsyncIterable<ProviderCharge>;
}

/** A charge as the provider lists it. */
export interface ProviderCharge {
  id: string;
  intentId: string | null;
  amountCents: number;
  refundedCents: number;
  paid: boolean;
}
