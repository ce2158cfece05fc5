import { t, translateDefined } from '#contract/i18n/t.ts';
import { formatDollarsAndCents, PLANS } from '#contract/plans/plans.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { formatDay } from '#server/platform/mail/write-email.ts';
import type { CreditNoteFacts } from './facts.ts';
import { type DocumentHead, type DocumentPages, formatIsoDay, nameBrand, toHead, toListingLines } from './pages.ts';

/** A credit note as it is printed. */
export const toCreditNotePages = (head: DocumentHead, facts: CreditNoteFacts): DocumentPages =>
  inLanguage(facts.language, () => {
    const { listing, tax } = facts;
    const plan = translateDefined(PLANS[facts.plan].name);
    const isDispute = facts.cause === 'dispute';
    return {
      ...toHead(t('Credit note'), head, facts),
      details: [
        [t('Credit note number'), head.number],
        [t('Date'), formatDay(head.issuedAt)],
        [t('For invoice'), facts.invoice],
        [t('Invoice date'), formatIsoDay(facts.invoicedAt)],
      ],
      item: [
        isDispute ? t('Chargeback of {plan}', { plan }) : t('Refund of {plan}', { plan }),
        ...(listing === null ? [] : toListingLines(listing)),
      ],
      itemAmount: formatDollarsAndCents(facts.amountCents - (tax?.cents ?? 0)),
      additions: tax ? [[`${tax.name} (${tax.percent}%)`, formatDollarsAndCents(tax.cents)]] : [],
      total: [
        isDispute ? t('Total returned (USD)') : t('Total refunded (USD)'),
        formatDollarsAndCents(facts.amountCents),
      ],
      notes: [describeReturn(facts)],
    };
  });

function describeReturn({ cause, card, refundedAt }: CreditNoteFacts): string {
  const day = formatIsoDay(refundedAt);
  if (cause === 'dispute')
    return card
      ? t('Taken back on {day} by the bank of {brand} ending in {last4}.', {
          day,
          brand: nameBrand(card),
          last4: card.last4,
        })
      : t('Taken back on {day} by the bank.', { day });
  return card
    ? t('Refunded on {day} to {brand} ending in {last4}.', { day, brand: nameBrand(card), last4: card.last4 })
    : t('Refunded on {day}.', { day });
}
