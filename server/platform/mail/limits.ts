import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { TooManyRequests } from '#server/platform/http/errors.ts';
import { countUses, type RateLimit, refundRateLimit } from '#server/platform/http/rate-limit.ts';
import { toMailboxKey } from './mailbox.ts';
import type { Mailer, MailPurpose } from './mailer.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

// Of what anybody can cause to an address that they type.
const TYPED_RECIPIENT = [perHour(5), { limit: 10, windowSeconds: DAY_SECONDS }];

/** The emails to one address, and to all addresses together. */
const LIMITS: Record<MailPurpose, { recipient: RateLimit[]; total?: RateLimit }> = {
  confirmation: { recipient: TYPED_RECIPIENT, total: perHour(500) },
  reset: { recipient: [perHour(20)], total: perHour(500) },
  security: { recipient: [perHour(20)], total: perHour(1000) },
  requested: { recipient: TYPED_RECIPIENT, total: perHour(500) },
  payment: { recipient: [perHour(60)], total: perHour(2000) },
  // Altogether as many as the settings say.
  notice: { recipient: [perHour(60)] },
};

function perHour(limit: number): RateLimit {
  return { limit, windowSeconds: HOUR_SECONDS };
}

/** The limit of all recipients together. */
export const toTotalLimit = (
  purpose: MailPurpose,
  { emailsPerHour }: Pick<SettingValues, 'emailsPerHour'>,
): RateLimit => LIMITS[purpose].total ?? perHour(emailsPerHour);

/** The key under which emails to all recipients are counted. */
export const toTotalKey = (purpose: MailPurpose) => `mail-all:${purpose}`;

/** An email that is not sent, because its recipient or all of them together have had too many. */
export class MailWithheld extends TooManyRequests {
  /** Whether the limit of the recipient is used up, so that the email is not sent later either. */
  readonly isForRecipient: boolean;

  constructor(retryAfter: number, isForRecipient: boolean) {
    super(retryAfter, 'emails');
    this.isForRecipient = isForRecipient;
  }
}

/** A mailer with limits, and the number of emails that it has withheld since the start of the process. */
export interface LimitedMailer extends Mailer {
  withheld: Record<MailPurpose, number>;
}

/**
 * Limits the emails to each recipient and altogether, whoever causes them: every email of the program passes here. See
 * docs/decisions/0052-emails-cannot-be-aimed-at-strangers.md.
 * @throws {MailWithheld} from `send`, which logs it without the address
 */
export function limitMailer(
  mailer: Mailer,
  {
    db,
    log,
    settings,
  }: {
    db: Kysely<DB>;
    log: Pick<FastifyBaseLogger, 'warn'>;
    /** The settings, which may change. */
    settings: Pick<SettingValues, 'emailsPerHour'>;
  },
): LimitedMailer {
  const withheld = { confirmation: 0, reset: 0, security: 0, requested: 0, payment: 0, notice: 0 };
  return {
    withheld,
    async send(email) {
      const { to, purpose = 'notice', id } = email;
      const used = await consume(db, { to, purpose }, settings).catch((error) => {
        if (error instanceof MailWithheld) {
          withheld[purpose] += 1;
          const whose = error.isForRecipient ? 'its recipient has' : 'all recipients have';
          log.warn({ purpose, emailId: id }, `a mail was withheld: ${whose} had too many`);
        }
        throw error;
      });
      try {
        await mailer.send(email);
      } catch (error) {
        // The next attempt counts again.
        for (const key of used) await refundRateLimit(db, key);
        throw error;
      }
    },
    close: () => mailer.close(),
  };
}

/** Counts an email; returns the keys that it was counted under. The one of its recipient is locked before the one that all emails share. */
async function consume(
  db: Kysely<DB>,
  { to, purpose }: { to: string; purpose: MailPurpose },
  settings: Pick<SettingValues, 'emailsPerHour'>,
): Promise<string[]> {
  const mailbox = toMailboxKey(to);
  const { recipient } = LIMITS[purpose];
  const limits: [string, RateLimit][] = [
    ...recipient.map((limit): [string, RateLimit] => [`mail-to:${purpose}:${mailbox}:${limit.windowSeconds}`, limit]),
    [toTotalKey(purpose), toTotalLimit(purpose, settings)],
  ];
  const secondsLeft = await countUses(db, limits);
  const refused = secondsLeft.findIndex((seconds) => seconds > 0);
  const used = limits.flatMap(([key], i) => (secondsLeft[i] === 0 ? [key] : []));
  if (refused === -1) return used;
  for (const key of used) await refundRateLimit(db, key);
  throw new MailWithheld(secondsLeft[refused] as number, refused < recipient.length);
}
