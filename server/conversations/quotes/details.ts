import { type Kysely, sql } from 'kysely';
import type { QuoteDetails } from '#contract/conversations/quote-details.ts';
import { translateDefined } from '#contract/i18n/t.ts';
import type { CategoryNames } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';

/** A request as it is stored, in English but for what the customer wrote, and how many businesses were asked. */
export interface StoredQuote extends Omit<QuoteDetails, 'id' | 'pictures'> {
  id: number;
  body: string;
  createdAt: Date;
  /** The names of the category in other languages. */
  tradeNames: CategoryNames | null;
}

/** What a request says, in the language of the answer or the email. */
export const toShownQuote = ({ tradeNames, trade, timing, answers, ...quote }: StoredQuote) => ({
  ...quote,
  trade: tradeNames?.[getLanguage()] ?? trade,
  timing: translateDefined(timing),
  answers: answers.map(({ question, answer }) => ({
    question: translateDefined(question),
    answer: translateDefined(answer),
  })),
});

/** Reads a quote request. A business that could not be reached at the click was not asked. */
export async function findQuote(db: Kysely<DB>, id: number): Promise<StoredQuote> {
  const { rows } = await sql<StoredQuote>`
    select q.id, q.trade, q.place, q.timing, q.answers, q.body, q.created_at as "createdAt",
      (select names from categories where name = q.trade order by id limit 1) as "tradeNames",
      (select coalesce(nullif(count(*) filter (where c.status <> 'unconfirmed'), 0), count(*))::int
        from conversations c where c.quote_request_id = q.id) as asked
    from quote_requests q where q.id = ${id}`.execute(db);
  return rows[0] as StoredQuote;
}
