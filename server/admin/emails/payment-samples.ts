import { answerEmail, contactMessageEmail } from '../../contact/emails.ts';
import {
  type Receipt,
  receiptEmail,
  refundDeclinedEmail,
  refundedEmail,
  refundFailedEmail,
  refundRequestedEmail,
} from '../../payments/emails.ts';
import { giftGivenEmail, giftTakenBackEmail } from '../../payments/gift-credits/emails.ts';
import { type EmailSample, sampleOf } from './email-sample.ts';
import { inDays, SAMPLE_REASON, sampleListing } from './sample-values.ts';

const payment = { id: 321, receipt: 'SL-000123', plan: 'Premium Annual' };
const owner = { id: 45, username: 'ana', isConfirmed: true };

const receipt = (of: Pick<Receipt, 'listing' | 'isWaiting'> & Partial<Receipt>): Receipt => ({
  id: payment.id,
  number: payment.receipt,
  plan: payment.plan,
  amountCents: 90_000,
  discount: null,
  tax: null,
  paidAt: new Date(),
  cardLast4: '4242',
  ...of,
});
const listing = { id: sampleListing().id, level: 'premium', paidUntil: inDays(365), expiresAt: inDays(395) };

/** The emails about payments. */
export const PAYMENT_SAMPLES: EmailSample[] = [
  sampleOf(receiptEmail, 'After a payment for a listing', (template, to) =>
    template(to, receipt({ listing, isWaiting: false })),
  ),
  sampleOf(
    receiptEmail,
    'After a payment with a coupon and a sales tax',
    (template, to) =>
      template(
        to,
        receipt({
          ...{ listing, isWaiting: false, amountCents: 64_973 },
          ...{ discount: { code: 'SPRING', cents: 29_700 }, tax: { name: 'Sales tax', cents: 4673 } },
        }),
      ),
    'discount',
  ),
  sampleOf(
    receiptEmail,
    'After a payment that became a credit',
    (template, to) => template(to, receipt({ listing: null, isWaiting: false })),
    'credit',
  ),
  sampleOf(
    receiptEmail,
    'After a payment for a listing that waits for approval',
    (template, to) => template(to, receipt({ listing: null, isWaiting: true })),
    'waiting',
  ),
  sampleOf(giftGivenEmail, 'When we give an owner a credit', (template, to) =>
    template(to, { plan: payment.plan, count: 1 }),
  ),
  sampleOf(
    giftGivenEmail,
    'When we give an owner several credits',
    (template, to) => template(to, { plan: payment.plan, count: 3 }),
    'several',
  ),
  sampleOf(giftTakenBackEmail, 'When we take a credit back that we gave', (template, to) =>
    template(to, { plan: payment.plan }),
  ),
  sampleOf(refundedEmail, 'After a refund', (template, to) =>
    template(to, { payment, amountCents: 90_000, endsLevel: true }),
  ),
  sampleOf(refundDeclinedEmail, 'When a refund is declined', (template, to) =>
    template(to, { payment, answer: SAMPLE_REASON }),
  ),
  sampleOf(refundRequestedEmail, 'To us, when an owner requests a refund', (template) =>
    template({ payment, owner, reason: 'We closed the shop last week.' }),
  ),
  sampleOf(refundFailedEmail, 'To us, when the card service can’t make a refund', (template) =>
    template({ payment, owner }),
  ),
];

/** The emails of the contact form. */
export const CONTACT_SAMPLES: EmailSample[] = [
  sampleOf(contactMessageEmail, 'To us, with a message of the contact form', (template) =>
    template({
      name: 'Ana',
      email: 'ana@mail.example',
      inquiryType: 'listing',
      subject: 'Opening hours',
      message: 'My listing shows the wrong hours for Sundays.',
    }),
  ),
  sampleOf(answerEmail, 'Our answer to such a message', (template, to) =>
    template(
      {
        name: 'Ana',
        email: to,
        isConfirmed: true,
        subject: 'Opening hours',
        message: 'My listing shows the wrong hours for Sundays.',
        created_at: inDays(-1),
      },
      'Thanks for telling us. We’ve corrected the hours.',
    ),
  ),
];
