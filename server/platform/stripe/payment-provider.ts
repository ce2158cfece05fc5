/** An order: it becomes the amount and metadata of the intent. */
export interface PaymentOrder {
  /** Identifies the payment here and at the provider: one intent is created for it. */
  reference: string;
  paymentId: number;
  accountId: number;
  plan: string;
  listingId: number | null;
  /** The customer whose card pays or is saved; null for nobody's. */
  customerId: string | null;
  /** Whether the card is saved for later charges without the buyer. */
  savesCard: boolean;
  amountCents: number;
  currency: 'usd';
  /** Shown by the buyer's bank and in the provider's dashboard: 'Premium Monthly'. */
  description: string;
}

/** `simulated`: by the simulator, or with a test key of Stripe. */
export type PaymentMode = 'live' | 'simulated';

/** What the bank said to a charge of a saved card: `needs-holder` if the holder has to confirm it. */
export type SavedCardOutcome = 'asked' | 'declined' | 'needs-holder';

/** The current state of an intent at the provider. Amounts are US cents. */
export interface PaymentIntent {
  id: string;
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  amountCents: number;
  receivedCents: number;
  currency: string;
  /** The metadata of the order, as stored at the provider: strings. */
  metadata: Readonly<Record<string, string>>;
  clientSecret: string;
  charge: Charge | null;
  /** The customer and the card of the intent; null without them. */
  customerId: string | null;
  paymentMethodId: string | null;
}

/** A successful charge of a card. */
export interface Charge {
  id: string;
  amountCents: number;
  /** `holder`: the name that was typed as the one on the card. */
  card: { brand: string; last4: string; holder: string | null } | null;
  refunds: Refund[];
  /** Disputes for which the bank withdrew the money; without inquiries. */
  disputes: { id: string; amountCents: number; status: 'open' | 'won' | 'lost' }[];
}

/** A refund at the provider. */
export interface Refund {
  id: string;
  /** Our reference; null if the refund was created at the provider. */
  reference: string | null;
  amountCents: number;
  status: 'pending' | 'made' | 'failed';
}

/** An event of the provider. Its content is not used, because an event may arrive late: the state is always fetched. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The intent of the event; null if it has none. */
  intentId: string | null;
}

/** The provider of card payments: Stripe or the simulator. */
export interface PaymentProvider {
  /** Whether money moves. What was paid in one mode is worth nothing in the other. */
  readonly mode: PaymentMode;
  /** The card form: Stripe's, the simulator's, or none, because new payments are not accepted. */
  readonly checkout: 'stripe' | 'simulated' | 'closed';
  readonly publishableKey: string | null;
  /**
   * Creates the intent of a payment; idempotent by its reference.
   * @throws {Unavailable} when the provider cannot be reached, or returns another intent
   */
  createIntent(order: PaymentOrder): Promise<PaymentIntent>;
  /** @throws {NotFound} when the provider has no intent of that id @throws {Unavailable} */
  retrieveIntent(id: string): Promise<PaymentIntent>;
  /** Cancels an unpaid intent; does nothing if it can no longer be canceled. @throws {Unavailable} */
  cancelIntent(id: string): Promise<void>;
  /** Creates the customer whose cards can be saved; idempotent by its reference. @returns its id @throws {Unavailable} */
  createCustomer(reference: string): Promise<string>;
  /** Deletes a customer with the saved cards; does nothing if there is none. @throws {Unavailable} */
  deleteCustomer(id: string): Promise<void>;
  /**
   * Charges a saved card while the buyer is away; idempotent by the key for a day.
   * @returns `asked` for an intent that was paid, is being processed or cannot be paid any more: its state says which
   * @throws {Unavailable} when the provider cannot be reached
   */
  chargeSavedCard(order: { intentId: string; paymentMethodId: string; key: string }): Promise<SavedCardOutcome>;
  /**
   * Refunds an amount; idempotent by the reference for a day.
   * @throws {ProviderRefusal} when the provider refuses, such as for more than is left @throws {Unavailable}
   */
  refund(order: { reference: string; intentId: string; amountCents: number }): Promise<Refund>;
  /**
   * Verifies and parses the body of a webhook request.
   * @throws {Invalid} when it is not signed by the provider, or is older than 300 seconds
   */
  constructEvent(body: Buffer, signature: string | undefined): ProviderEvent;
  /** All charges since a time, newest first, with their refunded amounts, for reconciliation. @throws {Unavailable} */
  listCharges(since: Date): AsyncIterable<ProviderCharge>;
  /** What moved the balance in dollars from one time until before another, newest first. @throws {Unavailable} */
  listBalanceMovements(range: { from: Date; to: Date }): AsyncIterable<BalanceMovement>;
  /** The balance in dollars now. @throws {Unavailable} */
  retrieveBalance(): Promise<Balance>;
}

/** A movement of the balance. Amounts are US cents, negative for what leaves it; the net amount is the amount without the fee. */
export interface BalanceMovement {
  id: string;
  /** The category in the provider's reports: `charge`, `refund`, `dispute`, `payout` and so on. */
  kind: string;
  /** The id of the charge, refund, dispute or payout. */
  sourceId: string | null;
  amountCents: number;
  feeCents: number;
  netCents: number;
  createdAt: Date;
  /** When the amount can be paid out: midnight UTC. */
  availableAt: Date;
  description: string;
}

/** What the provider will pay out, in US cents: now, and when the card payments have arrived. Negative if it is owed to the provider. */
export interface Balance {
  availableCents: number;
  pendingCents: number;
}

/** A charge in the list of the provider. */
export interface ProviderCharge {
  id: string;
  intentId: string | null;
  /** The reference of our payment; null for charges of other sites. */
  reference: string | null;
  amountCents: number;
  refundedCents: number;
  isPaid: boolean;
}

/** The provider understood the request and refused it. */
export class ProviderRefusal extends Error {}
