import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { formatDollars, formatDollarsAndCents } from '#contract/plans/plans.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { FREE_DAYS } from '#server/listings/lifecycle/states.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { formatDay, joinParagraphs, toButton, toPageUrl, toRows } from '#server/platform/mail/write-email.ts';

/** The content of a receipt. */
export interface Receipt {
  id: number;
  number: string;
  plan: string;
  /** What was paid: the price without the discount, with the tax. */
  amountCents: number;
  discount: { code: string; cents: number } | null;
  months: number;
  /** See `PriceBreakdown`. */
  listCents: number | null;
  tax: { name: string; cents: number } | null;
  paidAt: Date;
  cardLast4: string | null;
  /** Whether the listing waits for approval. */
  isWaiting: boolean;
  /** Whether the plan of any of its listings renews automatically, which another email explains. */
  renews: boolean;
  /** The listing; null for a credit, and while it waits. */
  listing: { id: number; level: string; paidUntil: Date; expiresAt: Date | null } | null;
  /** What became of each listing of a payment for several; `listing` is null then. */
  parts: { title: string | null; level: string; paidUntil: Date | null; isWaiting: boolean }[];
}

/** To the owner: the receipt of a payment. */
export const receiptEmail = (site: SiteInfo, to: string, receipt: Receipt): Email => ({
  to,
  purpose: 'payment',
  subject: t('Receipt {number} from {name}', { number: receipt.number, name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('Thank you. We received your payment.'),
    toRows([
      [t('Receipt'), receipt.number],
      [t('Date'), formatDay(receipt.paidAt)],
      [
        t('Plan'),
        receipt.parts.length === 0
          ? translateDefined(receipt.plan)
          : t('{plan} for {count, plural, one {# listing} other {# listings}}', {
              plan: translateDefined(receipt.plan),
              count: receipt.parts.length,
            }),
      ],
      ...describeBreakdown(receipt),
      [t('Amount'), formatDollars(receipt.amountCents)],
      ...(receipt.cardLast4
        ? [[t('Card'), t('ending in {last4}', { last4: receipt.cardLast4 })] as [string, string]]
        : []),
    ]),
    describePurchase(site, receipt),
    toButton(t('Receipt and invoice (PDF)'), toPageUrl(site, `/account/payments/${receipt.id}`)),
    [t('You can request a refund within 7 days, in your account under Payments.'), describeRenewal(receipt)].join(' '),
    t('Questions? Contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

const describeRenewal = ({ renews, parts }: Pick<Receipt, 'renews' | 'parts'>) => {
  if (!renews) return t('Nothing renews automatically.');
  return parts.length === 0
    ? t('This plan renews automatically until you stop it there.')
    : t('Listings whose plan renewed automatically before still do, until you stop it there.');
};

/** The rows above the amount, where it is not the price. */
function describeBreakdown({
  amountCents,
  months,
  listCents,
  discount,
  tax,
}: Receipt): [label: string, value: string][] {
  if (!discount && !tax && listCents === null) return [];
  const priceCents = amountCents + (discount?.cents ?? 0) - (tax?.cents ?? 0);
  const rows: [string, string][] = [[t('Price'), formatDollarsAndCents(listCents ?? priceCents)]];
  if (listCents !== null) {
    const label = t('Discount for {months, plural, one {# month} other {# months}}', { months });
    rows.push([label, `−${formatDollarsAndCents(listCents - priceCents)}`]);
  }
  if (discount) rows.push([t('Coupon'), `−${formatDollarsAndCents(discount.cents)} (${discount.code})`]);
  if (tax) rows.push([t('Tax'), `${formatDollarsAndCents(tax.cents)} (${tax.name})`]);
  return rows;
}

/** Describes what the payment was for. */
function describePurchase(site: SiteInfo, { listing, isWaiting, parts }: Receipt): string {
  if (parts.length > 0) return parts.map(describePart).join('\n');
  if (!listing)
    return isWaiting
      ? `${translateDefined(WAITING_MESSAGE)} ${t('Your paid time starts then: {url}', { url: toPageUrl(site, '/account') })}`
      : t('We saved it as a credit for your next premium listing: {url}', {
          url: toPageUrl(site, '/post-ad?plan=premium'),
        });
  const { level } = listing;
  const until = formatDay(listing.paidUntil);
  const url = toPageUrl(site, `/ads/${listing.id}`);
  // `THEN_FREE` says the same on pages.
  return listing.expiresAt
    ? t(
        'Your listing is {level, select, enhanced {enhanced} other {premium}} until {until}, then {days} days as a free listing: {url}',
        { level, until, days: FREE_DAYS, url },
      )
    : t('Your listing is {level, select, enhanced {enhanced} other {premium}} until {until}: {url}', {
        level,
        until,
        url,
      });
}

/** Describes what was paid for one of several listings. */
function describePart({ title, level, paidUntil, isWaiting }: Receipt['parts'][number]): string {
  const listing = title ?? t('A deleted listing');
  if (paidUntil && !isWaiting)
    return t('{listing}: {level, select, enhanced {Enhanced} other {Premium}} until {until}', {
      listing,
      level,
      until: formatDay(paidUntil),
    });
  return isWaiting
    ? t('{listing}: its paid time starts when we’ve approved it', { listing })
    : t('{listing}: can’t be paid for now, so we saved its part as a credit', { listing });
}
