import { t } from '#contract/i18n/t.ts';
import type { WebhookDelivery, WebhookEvent, WebhookType } from '#contract/ownership/webhooks.ts';

/** The API path of the webhooks of the account. */
export const WEBHOOKS_PATH = '/api/user/webhooks';

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'lead.created': t('A customer wrote first'),
  'lead.message': t('A customer wrote again'),
  'lead.answered': t('The business answered'),
  'review.published': t('A review is published'),
  'listing.published': t('A listing is live'),
  'listing.changed': t('A live listing changed'),
  'listing.ending': t('A listing ends in a week'),
  'listing.ended': t('A listing is no longer live'),
  'payment.succeeded': t('A payment succeeded'),
  'payment.refunded': t('A payment was refunded'),
};

export const TYPE_LABELS: Record<WebhookType, string> = { ...EVENT_LABELS, test: t('Test') };

export const ERROR_LABELS: Record<NonNullable<WebhookDelivery['error']>, string> = {
  address: t('The address is not on the public internet.'),
  name: t('The name of the address was not found.'),
  certificate: t('The certificate of the address is not valid.'),
  refused: t('The address refused the connection.'),
  timeout: t('There was no answer within ten seconds.'),
  connection: t('No connection was possible.'),
};
