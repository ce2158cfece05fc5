import type { Kysely } from 'kysely';
import { findNextChange, listOffers } from '#server/payments/plans/offers.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { fillPrices, hasPrices } from './price-placeholders.ts';

/** A text with the prices of now in place of its placeholders. */
interface PricedText<Text> {
  text: Text;
  hasPrices: boolean;
  /** When its prices change next; null if it has none, or no change is planned. */
  nextChange: Date | null;
}

/** Replaces the placeholders for prices of a text as pages have it. */
export async function insertPrices<Text>(db: Kysely<DB>, text: Text): Promise<PricedText<Text>> {
  const json = JSON.stringify(text);
  if (!hasPrices(json)) return { text, hasPrices: false, nextChange: null };
  // Read first: a price that begins between the two reads makes the response too old, not too fresh.
  const nextChange = await findNextChange(db);
  return { text: JSON.parse(fillPrices(json, await listOffers(db))), hasPrices: true, nextChange };
}
