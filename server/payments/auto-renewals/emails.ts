import { t, translateDefined } from '#contract/i18n/t.ts';
import { getReminderDays, toChargeTime } from '#contract/plans/auto-renewal.ts';
import { formatDollarsAndCents, type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { describeListing, type EmailRecipient } from '#server/listings/emails.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { formatDay, joinParagraphs, toButton, toPageUrl, toTokenUrl } from '#server/platform/mail/write-email.ts';

/** A plan that renews, in emails. */
export interface RenewedPlan {
  listingId: number;
  title: string;
  plan: PaidPlanId;
  months: number;
  /** Of each charge. */
  amountCents: number;
  cardLast4: string | null;
  /** Null while its listing waits for approval. */
  paidUntil: Date | null;
}

const toAmount = ({ amountCents }: RenewedPlan) => formatDollarsAndCents(amountCents);
const toPlanName = ({ plan }: RenewedPlan) => translateDefined(PLANS[plan].name);
const toStopUrl = (site: SiteInfo, token: string) => toTokenUrl(site, '/stop-renewal', token);
/** Where another link is the first one. */
const describeStop = (site: SiteInfo, token: string) =>
  t('To stop the automatic renewal, without signing in: {url}', { url: toStopUrl(site, token) });
const describeChargeDay = (plan: RenewedPlan) =>
  plan.paidUntil
    ? t('The next charge is on {day}, three days before your paid time ends.', {
        day: formatDay(toChargeTime(plan.paidUntil)),
      })
    : t('The next charge is three days before the paid time ends, which starts when your listing is approved.');
const toCheckoutUrl = (site: SiteInfo, { listingId, plan }: RenewedPlan) =>
  toPageUrl(site, `/checkout?plan=${plan}&listing=${listingId}`);

/** To the owner: to what they agreed, and how to stop it (California Business and Professions Code 17602(a)(3)). */
export const autoRenewalStartedEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  plan: RenewedPlan,
  stopToken: string,
): Email => ({
  to: owner.email,
  purpose: 'payment',
  subject: t('Your plan on {name} renews automatically', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'You agreed that {plan} for {listing} renews automatically: every {months, plural, one {month} other {# months}} we charge {amount} to the card you paid with, until you stop it.',
      {
        plan: toPlanName(plan),
        listing: describeListing(plan, owner),
        months: plan.months,
        amount: toAmount(plan),
      },
    ),
    `${describeChargeDay(plan)} ${t('We email you {days, plural, one {# day} other {# days}} before each charge. If the price changes, we don’t charge you: the plan then doesn’t renew unless you agree again.', { days: getReminderDays(plan.months).sent })}`,
    t('You can stop it with one click, without signing in, or in your account under Payments.'),
    toButton(t('Stop the renewal'), toStopUrl(site, stopToken)),
    t('Questions? Contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** To the owner, before a charge. */
export const autoRenewalReminderEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  plan: RenewedPlan,
  stopToken: string,
): Email => ({
  to: owner.email,
  purpose: 'payment',
  subject: t('Your plan on {name} renews soon', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      '{plan} for {listing} renews for {months, plural, one {# month} other {# months}}. We’ll charge {amount} to your card{card}.',
      {
        plan: toPlanName(plan),
        listing: describeListing(plan, owner),
        months: plan.months,
        amount: toAmount(plan),
        card: plan.cardLast4 ? ` ${t('ending in {last4}', { last4: plan.cardLast4 })}` : '',
      },
    ),
    describeChargeDay(plan),
    t('There’s nothing to do if you want to keep your plan. To stop it, no sign-in is needed.'),
    toButton(t('Stop the renewal'), toStopUrl(site, stopToken)),
    t('Questions? Contact {email}.', { email: site.supportEmail }),
    site.name,
  ),
});

/** To the owner: the price is another one, so the plan does not renew. */
export const autoRenewalPriceEmail = (site: SiteInfo, owner: EmailRecipient, plan: RenewedPlan): Email => ({
  to: owner.email,
  purpose: 'payment',
  subject: t('Your plan on {name} won’t renew: the price changed', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'You agreed that {plan} for {listing} renews for {amount}. The price has changed since then, so we won’t charge you, and the plan won’t renew.',
      { plan: toPlanName(plan), listing: describeListing(plan, owner), amount: toAmount(plan) },
    ),
    plan.paidUntil && t('It stays as it is until {day}.', { day: formatDay(plan.paidUntil) }),
    toButton(t('See the new price'), toCheckoutUrl(site, plan)),
    site.name,
  ),
});

/** To the owner: the bank declined the card. @param next when it is tried again; null if it is not */
export const autoRenewalDeclinedEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  plan: RenewedPlan,
  stopToken: string,
  next: Date | null,
): Email => ({
  to: owner.email,
  purpose: 'payment',
  subject: t('Your card was declined on {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('We tried to renew {plan} for {listing}, and your bank declined {amount}. Nothing was charged.', {
      plan: toPlanName(plan),
      listing: describeListing(plan, owner),
      amount: toAmount(plan),
    }),
    next
      ? t('We’ll try again on {day}. You can also pay by another card.', { day: formatDay(next) })
      : t('We won’t try again, and the plan doesn’t renew anymore. Pay by another card to keep it.'),
    toButton(t('Pay by another card'), toCheckoutUrl(site, plan)),
    plan.paidUntil && t('Your paid time ends on {day}.', { day: formatDay(plan.paidUntil) }),
    next && describeStop(site, stopToken),
    site.name,
  ),
});

/** To the owner: the bank asks the holder to confirm the payment. */
export const autoRenewalConfirmationEmail = (
  site: SiteInfo,
  owner: EmailRecipient,
  plan: RenewedPlan,
  stopToken: string,
): Email => ({
  to: owner.email,
  purpose: 'payment',
  subject: t('Please confirm your payment to {name}', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t(
      'We tried to renew {plan} for {listing}. Your bank wants you to confirm the payment of {amount} yourself. Nothing was charged.',
      {
        plan: toPlanName(plan),
        listing: describeListing(plan, owner),
        amount: toAmount(plan),
      },
    ),
    toButton(t('Confirm the payment'), toCheckoutUrl(site, plan)),
    plan.paidUntil && t('Your paid time ends on {day}.', { day: formatDay(plan.paidUntil) }),
    describeStop(site, stopToken),
    site.name,
  ),
});

/** To the owner: they stopped it. */
export const autoRenewalStoppedEmail = (site: SiteInfo, owner: EmailRecipient, plan: RenewedPlan): Email => ({
  to: owner.email,
  purpose: 'payment',
  subject: t('Your plan on {name} won’t renew', { name: site.name }),
  text: joinParagraphs(
    t('Hello,'),
    t('You stopped the automatic renewal of {plan} for {listing}. We won’t charge your card again for it.', {
      plan: toPlanName(plan),
      listing: describeListing(plan, owner),
    }),
    plan.paidUntil && t('It stays as it is until {day}.', { day: formatDay(plan.paidUntil) }),
    toButton(t('See your payments'), toPageUrl(site, '/account#payments')),
    site.name,
  ),
});
