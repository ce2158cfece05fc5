import { setTimeout as delay } from 'node:timers/promises';
import type { Finding } from '#contract/admin/health.ts';
import { t } from '#contract/i18n/t.ts';
import type { Env } from '#server/platform/env/env.ts';
import { checkNewestBackup } from './backups.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import { createFindings } from './finding.ts';
import { checkInboundMail } from './inbound-mail.ts';
import { checkMail } from './mail.ts';
import { checkOrigin } from './origin.ts';
import { checkPictures } from './pictures.ts';
import { checkReplica } from './replica.ts';
import { checkSettings } from './settings.ts';
import { checkStripe } from './stripe.ts';

/**
 * Checks a deployment: its settings and everything that they name. It changes nothing but a picture that it deletes again, and
 * sends nothing but the test email.
 * @param testAddress gets a test email
 * @returns the findings, without any secret of the environment
 */
export async function examine(env: Env, { testAddress }: { testAddress?: string } = {}): Promise<Finding[]> {
  const checks: [nameSubject: () => string, check: () => Finding[] | Promise<Finding[]>][] = [
    [() => t('Settings'), () => checkSettings(env)],
    [() => t('Disk'), () => checkDisk(env)],
    [() => t('Database'), () => checkDatabase(env)],
    [() => t('Replica'), () => checkReplica(env)],
    [() => t('Backups'), () => checkNewestBackup(env)],
    [() => t('Mail'), () => checkMail(env, testAddress)],
    [() => t('Answers by email'), () => checkInboundMail(env)],
    [() => t('Pictures'), () => checkPictures(env)],
    [() => t('Stripe'), () => checkStripe(env)],
    [() => t('Origin'), () => checkOrigin(env)],
  ];
  const found = await Promise.all(
    checks.map(async ([nameSubject, check]) => {
      try {
        return await Promise.race([check(), giveUp()]);
      } catch (fault) {
        const { code, message } = fault as Error & { code?: string };
        return [createFindings(nameSubject).error(message || code || t('It could not be checked.'))];
      }
    }),
  );
  return found.flat().map((finding) => ({ ...finding, text: toLine(hideSecrets(finding.text, env)) }));
}

/** A folder of a server that is away, or a server that sends a byte now and then, would keep it waiting. */
async function giveUp(): Promise<never> {
  await delay(MAX_MS, undefined, { ref: false });
  throw new Error(t('It could not be checked within {seconds} seconds.', { seconds: MAX_MS / 1000 }));
}

const MAX_MS = 60_000;
const MAX_LENGTH = 1000;

/** Other programs may say what a terminal would take for a command. */
const toLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_LENGTH);

const MIN_SECRET_LENGTH = 4;

/** What another program says may contain what it was sent. */
function hideSecrets(text: string, env: Env): string {
  const urls = [env.SMTP_URL, env.DATABASE_URL, env.DATABASE_DIRECT_URL, env.DATABASE_REPLICA_URL, env.BACKUP_TO];
  const secrets = [
    ...urls.flatMap(listPasswords),
    env.ADMIN_PASSWORD,
    env.METRICS_TOKEN,
    env.INBOUND_WEBHOOK_SECRET,
    env.S3_SECRET_ACCESS_KEY,
    env.BACKUP_SECRET_ACCESS_KEY,
    env.BACKUP_IDENTITY,
    env.STRIPE_SECRET_KEY,
    env.STRIPE_WEBHOOK_SECRET,
  ];
  return secrets
    .filter((secret) => secret !== undefined && secret.length >= MIN_SECRET_LENGTH)
    .reduce<string>((hidden, secret) => hidden.replaceAll(secret as string, t('[hidden]')), text);
}

/** The password of a URL, which may name several servers, as it is written there and as it is meant. */
function listPasswords(url = ''): string[] {
  const [, beforeHost] = /^[^/]*\/\/[^:@/]*:([^@/]*)@/.exec(url) ?? [];
  const [, inQuery] = /[?&]password=([^&#]*)/.exec(url) ?? [];
  return [beforeHost, inQuery].flatMap((password) => (password ? [password, decode(password)] : []));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
