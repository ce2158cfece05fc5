import { t, translateDefined } from '#contract/i18n/t.ts';
import { formatDollars, formatDollarsAndCents } from '#contract/plans/plans.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { quoteLine, quoteLines } from '#server/platform/mail/quote.ts';
import { formatDay, joinParagraphs, toButton, toPageUrl } from '#server/platform/mail/write-email.ts';

const MAX_REASON_LENGTH = 1000;

/** The payment in emails about its refund. */
export interface RefundedPayment {
  id: number;
  /** 'SL-000123'; null for a refused payment. */
  receipt: string | null;
  plan: string;
  /** The parts that a request is about, each with its amount; none if it is about the whole payment. */
  parts?: { title: string | null; amountCents: number }[];
}

/** The account that paid. */
export interface PaymentOwner {
  /** Null if the account is deleted. */
  id: number | null;
  username: string;
  /** Whether its email is confirmed: only then an email shows what it typed. */
  isConfirmed: boolean;
}

const describeOwner = ({ id, username, isConfirmed }: PaymentOwner) => {
  if (isConfirmed) return quoteLine(username);
  return id === null ? t('the owner of a deleted account') : t('account {id}', { id });
};

/** Describes what a payment was for, within a sentence. */
const describePayment = ({ receipt, plan: name }: RefundedPayment) => {
  const plan = translateDefined(name);
  return receipt ? t('{plan} (receipt {receipt})', { plan, receipt }) : plan;
};

/** Names the listings of a request that is not about the whole payment. The titles only where `isConfirmed`, because somebody typed them. */
const describeParts = ({ parts = [] }: RefundedPayment, isConfirmed: boolean) =>
  parts.length > 0 &&
  [
    t('Only for:'),
    ...parts.map(({ title, amountCents }) => {
      const listing = title === null ? t('A deleted listing') : isConfirmed ? quoteLine(title) : t('a listing');
      return `- ${listing}: ${formatDollarsAndCents(amountCents)}`;
    }),
  ].join('\n');

/** To the owner: a refund was made. */
export const refundedEmail = (
  site: SiteInfo,
  to: string,
  { payment, amountCents, ended }: { payment: RefundedPayment; amountCents: number; ended: EndedByRefund },
): Email => ({
  to,
  purpose: 'payment',
  subject: t('Your refund from {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('We refunded {amount} for {payment} to the card you paid with. It should appear within 5 to 10 days.', {
      amount: formatDollars(amountCents),
      payment: describePayment(payment),
    }),
    payment.receipt !== null && describeEnd(ended),
    toButton(t('View the payment'), toPageUrl(site, `/account/payments/${payment.id}`)),
    t('Questions? Contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/**
 * What a refund ended: nothing, a `credit` that no listing had used, or the `term` of a listing, which keeps the paid time of other
 * payments where there is any.
 */
export type EndedByRefund =
  | { kind: 'nothing' }
  | { kind: 'credit' }
  /** The parts of a payment for several listings. */
  | { kind: 'parts'; titles: string[] }
  | { kind: 'term'; left: { level: string; until: Date } | null };

function describeEnd(ended: EndedByRefund): string | false {
  if (ended.kind === 'nothing') return false;
  if (ended.kind === 'credit') return t('This payment no longer pays for a listing.');
  if (ended.kind === 'parts') {
    return [
      t(
        'The paid time of this payment has ended for these listings. They continue with other paid time, or as free ones:',
      ),
      ...ended.titles.map((title) => `- ${title}`),
    ].join('\n');
  }
  if (ended.left) {
    return t(
      'Only the paid time of this payment has ended. By another payment, your listing is {level, select, enhanced {Enhanced} other {Premium}} until {until}.',
      { level: ended.left.level, until: formatDay(ended.left.until) },
    );
  }
  return t(
    'Your paid plan has ended. If you have a listing, it continues as a free one, and you can renew it as often as you like.',
  );
}

/** To the owner: a refund request was declined. */
export const refundDeclinedEmail = (
  site: SiteInfo,
  to: string,
  { payment, answer }: { payment: RefundedPayment; answer: string },
): Email => ({
  to,
  purpose: 'payment',
  subject: t('Your refund request on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('We declined your refund request for {payment}. The reason:', { payment: describePayment(payment) }),
    answer,
    describeParts(payment, true),
    t('Your plan continues as before.'),
    toButton(t('View the payment'), toPageUrl(site, `/account/payments/${payment.id}`)),
    t('If you think we made a mistake, contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

const toAdminUrl = (site: SiteInfo, { id }: RefundedPayment) => toPageUrl(site, `/admin?tab=payments&find=%23${id}`);

/** To the administrator: an owner requested a refund. */
export const refundRequestedEmail = (
  site: SiteInfo,
  { payment, owner, reason }: { payment: RefundedPayment; owner: PaymentOwner; reason: string },
): Email => ({
  to: site.supportEmail,
  purpose: 'payment',
  subject: t('Refund requested: payment {id} on {name}', { id: payment.id, name: site.name }),
  text: joinParagraphs(
    t('Refund requested by {owner} for {payment}.', {
      owner: describeOwner(owner),
      payment: describePayment(payment),
    }),
    describeParts(payment, owner.isConfirmed),
    owner.isConfirmed
      ? `${t('The reason:')}\n\n${quoteLines(reason, MAX_REASON_LENGTH)}`
      : t('The account’s email isn’t confirmed, so the reason is only shown on the page.'),
    t('We promise a reply within 10 business days.'),
    toButton(t('Decide on it'), toAdminUrl(site, payment)),
    site.name,
  ),
});

/** To the administrator: an owner withdrew the request of a refund. */
export const refundWithdrawnEmail = (
  site: SiteInfo,
  { payment, owner }: { payment: RefundedPayment; owner: PaymentOwner },
): Email => ({
  to: site.supportEmail,
  purpose: 'payment',
  subject: t('Refund request withdrawn: payment {id} on {name}', { id: payment.id, name: site.name }),
  text: joinParagraphs(
    t('{owner} withdrew the refund request for {payment}. There’s nothing to decide.', {
      owner: describeOwner(owner),
      payment: describePayment(payment),
    }),
    describeParts(payment, owner.isConfirmed),
    toButton(t('View the payment'), toAdminUrl(site, payment)),
    site.name,
  ),
});

/** To the administrator: the provider could not make a refund. */
export const refundFailedEmail = (
  site: SiteInfo,
  { payment, owner }: { payment: RefundedPayment; owner: PaymentOwner },
): Email => ({
  to: site.supportEmail,
  purpose: 'payment',
  subject: t('Refund failed: payment {id} on {name}', { id: payment.id, name: site.name }),
  text: joinParagraphs(
    t('The card service couldn’t refund {payment} to {owner}. We still have the money.', {
      payment: describePayment(payment),
      owner: describeOwner(owner),
    }),
    t('Try again, or refund it another way.'),
    toButton(t('Decide on it'), toAdminUrl(site, payment)),
    site.name,
  ),
});
