import { defineMessage, t } from '#contract/i18n/t.ts';
import { PLANS } from '#contract/plans/plans.ts';
import { answerEmail, contactMessageEmail } from '#server/contact/emails.ts';
import {
  autoRenewalConfirmationEmail,
  autoRenewalDeclinedEmail,
  autoRenewalPriceEmail,
  autoRenewalReminderEmail,
  autoRenewalStartedEmail,
  autoRenewalStoppedEmail,
  type RenewedPlan,
} from '#server/payments/auto-renewals/emails.ts';
import { debitFailedEmail } from '#server/payments/failed-debits.ts';
import { giftGivenEmail, giftTakenBackEmail } from '#server/payments/gift-credits/emails.ts';
import { type Receipt, receiptEmail } from '#server/payments/receipts/receipt-email.ts';
import {
  refundDeclinedEmail,
  refundedEmail,
  refundFailedEmail,
  refundRequestedEmail,
  refundWithdrawnEmail,
} from '#server/payments/refunds/emails.ts';
import { createSample, type EmailSample } from './email-sample.ts';
import { inDays, SAMPLE_TOKEN, sampleListing, sampleOwner, writeReason } from './sample-values.ts';

const payment = { id: 321, receipt: 'SL-000123', plan: PLANS.annual.name };
const owner = { id: 45, username: 'ana', isConfirmed: true };

const receipt = (of: Pick<Receipt, 'listing' | 'isWaiting'> & Partial<Receipt>): Receipt => ({
  id: payment.id,
  number: payment.receipt,
  plan: payment.plan,
  amountCents: 90_000,
  discount: null,
  months: 12,
  listCents: 120_000,
  tax: null,
  parts: [],
  renews: false,
  paidAt: new Date(),
  cardLast4: '4242',
  ...of,
});
const listing = { id: sampleListing().id, level: 'premium', paidUntil: inDays(365), expiresAt: inDays(395) };

const renewed = (): RenewedPlan => ({
  listingId: sampleListing().id,
  title: sampleListing().title,
  plan: 'annual',
  months: 12,
  amountCents: 90_000,
  cardLast4: '4242',
  paidUntil: inDays(23),
});

/** The emails about payments. */
export const PAYMENT_SAMPLES: EmailSample[] = [
  createSample(receiptEmail, defineMessage('After a payment for a listing'), (template, to) =>
    template(to, receipt({ listing, isWaiting: false })),
  ),
  createSample(
    receiptEmail,
    defineMessage('After a payment with a coupon and a sales tax'),
    (template, to) =>
      template(
        to,
        receipt({
          listing,
          isWaiting: false,
          amountCents: 64_973,
          discount: { code: 'SPRING', cents: 29_700 },
          tax: { name: t('Sales tax'), cents: 4673 },
        }),
      ),
    'discount',
  ),
  createSample(
    receiptEmail,
    defineMessage('After a payment for several listings'),
    (template, to) =>
      template(
        to,
        receipt({
          listing: null,
          isWaiting: false,
          parts: [
            { title: sampleListing().title, level: 'premium', paidUntil: inDays(365), isWaiting: false },
            { title: sampleListing().title, level: 'premium', paidUntil: null, isWaiting: true },
            { title: null, level: 'premium', paidUntil: null, isWaiting: false },
          ],
        }),
      ),
    'several',
  ),
  createSample(
    receiptEmail,
    defineMessage('After a payment that became a credit'),
    (template, to) => template(to, receipt({ listing: null, isWaiting: false })),
    'credit',
  ),
  createSample(
    receiptEmail,
    defineMessage('After a payment for a listing that waits for approval'),
    (template, to) => template(to, receipt({ listing: null, isWaiting: true })),
    'waiting',
  ),
  createSample(
    autoRenewalStartedEmail,
    defineMessage('After an owner agreed that a plan renews automatically'),
    (template, to) => template(sampleOwner(to), renewed(), SAMPLE_TOKEN),
  ),
  createSample(
    autoRenewalReminderEmail,
    defineMessage('Before we charge the card for a plan that renews'),
    (template, to) => template(sampleOwner(to), renewed(), SAMPLE_TOKEN),
  ),
  createSample(
    autoRenewalPriceEmail,
    defineMessage('When a plan doesn’t renew because its price changed'),
    (template, to) => template(sampleOwner(to), renewed()),
  ),
  createSample(
    autoRenewalDeclinedEmail,
    defineMessage('When the bank declines the renewal of a plan'),
    (template, to) => template(sampleOwner(to), renewed(), SAMPLE_TOKEN, inDays(1)),
  ),
  createSample(
    autoRenewalDeclinedEmail,
    defineMessage('When the bank declines the renewal of a plan for the last time'),
    (template, to) => template(sampleOwner(to), renewed(), SAMPLE_TOKEN, null),
    'last',
  ),
  createSample(
    autoRenewalConfirmationEmail,
    defineMessage('When the bank wants the owner to confirm a renewal'),
    (template, to) => template(sampleOwner(to), renewed(), SAMPLE_TOKEN),
  ),
  createSample(autoRenewalStoppedEmail, defineMessage('After an owner stopped the renewal of a plan'), (template, to) =>
    template(sampleOwner(to), renewed()),
  ),
  createSample(giftGivenEmail, defineMessage('When we give an owner a credit'), (template, to) =>
    template(to, { plan: payment.plan, count: 1 }),
  ),
  createSample(
    giftGivenEmail,
    defineMessage('When we give an owner several credits'),
    (template, to) => template(to, { plan: payment.plan, count: 3 }),
    'several',
  ),
  createSample(giftTakenBackEmail, defineMessage('When we take a credit back that we gave'), (template, to) =>
    template(to, { plan: payment.plan, isUsed: false }),
  ),
  createSample(
    giftTakenBackEmail,
    defineMessage('When we end a plan early that we gave'),
    (template, to) => template(to, { plan: payment.plan, isUsed: true }),
    'ended',
  ),
  createSample(debitFailedEmail, defineMessage('When a bank refuses a payment after days'), (template, to) =>
    template(to, { plan: payment.plan, amountCents: 90_000 }),
  ),
  createSample(refundedEmail, defineMessage('After a refund'), (template, to) =>
    template(to, { payment, amountCents: 90_000, ended: { kind: 'term', left: null } }),
  ),
  createSample(refundDeclinedEmail, defineMessage('When a refund is declined'), (template, to) =>
    template(to, { payment, answer: writeReason() }),
  ),
  createSample(refundRequestedEmail, defineMessage('To us, when an owner requests a refund'), (template) =>
    template({ payment, owner, reason: t('We closed the shop last week.') }),
  ),
  createSample(refundWithdrawnEmail, defineMessage('To us, when an owner withdraws the request'), (template) =>
    template({ payment: { ...payment, parts: [{ title: sampleListing().title, amountCents: 27_000 }] }, owner }),
  ),
  createSample(refundFailedEmail, defineMessage('To us, when the card service can’t make a refund'), (template) =>
    template({ payment, owner }),
  ),
];

/** The emails of the contact form. */
export const CONTACT_SAMPLES: EmailSample[] = [
  createSample(contactMessageEmail, defineMessage('To us, with a message of the contact form'), (template) =>
    template({
      name: 'Ana',
      email: 'ana@mail.example',
      inquiryType: 'listing',
      subject: t('Opening hours'),
      message: t('My listing shows the wrong hours for Sundays.'),
    }),
  ),
  createSample(answerEmail, defineMessage('Our answer to such a message'), (template, to) =>
    template(
      {
        name: 'Ana',
        email: to,
        isConfirmed: true,
        subject: t('Opening hours'),
        message: t('My listing shows the wrong hours for Sundays.'),
        created_at: inDays(-1),
      },
      t('Thanks for telling us. We’ve corrected the hours.'),
    ),
  ),
];
