import type { Env } from '../env.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import { type Finding, findingsOf } from './finding.ts';
import { checkMail } from './mail.ts';
import { checkOrigin } from './origin.ts';
import { checkPictures } from './pictures.ts';
import { checkSettings } from './settings.ts';
import { checkStripe } from './stripe.ts';

/**
 * Checks a deployment: its settings and everything that they name. It changes nothing but a picture that it deletes again, and
 * sends nothing but the test email.
 * @param testAddress gets a test email
 * @returns the findings, without any secret of the environment
 */
export async function examine(env: Env, { testAddress }: { testAddress?: string } = {}): Promise<Finding[]> {
  const checks: [subject: string, check: () => Finding[] | Promise<Finding[]>][] = [
    ['Settings', () => checkSettings(env)],
    ['Disk', () => checkDisk(env)],
    ['Database', () => checkDatabase(env)],
    ['Mail', () => checkMail(env, testAddress)],
    ['Pictures', () => checkPictures(env)],
    ['Stripe', () => checkStripe(env)],
    ['Origin', () => checkOrigin(env)],
  ];
  const found = await Promise.all(
    checks.map(async ([subject, check]) => {
      try {
        return await check();
      } catch (fault) {
        const { code, message } = fault as Error & { code?: string };
        return [findingsOf(subject).error(message || code || 'It could not be checked.')];
      }
    }),
  );
  return found.flat().map((finding) => ({ ...finding, text: hideSecrets(finding.text, env) }));
}

const MIN_SECRET_LENGTH = 4;

/** What another program says may contain what it was sent. */
function hideSecrets(text: string, env: Env): string {
  const passwords = [env.SMTP_URL, env.DATABASE_URL, env.DATABASE_DIRECT_URL].flatMap((url) => {
    const [, password] = /^[^/]*\/\/[^:@/]*:([^@/]*)@/.exec(url ?? '') ?? [];
    return password ? [password, decodeURIComponent(password)] : [];
  });
  const secrets = [
    ...passwords,
    env.ADMIN_PASSWORD,
    env.METRICS_TOKEN,
    env.S3_SECRET_ACCESS_KEY,
    env.STRIPE_SECRET_KEY,
    env.STRIPE_WEBHOOK_SECRET,
  ];
  return secrets
    .filter((secret) => secret !== undefined && secret.length >= MIN_SECRET_LENGTH)
    .reduce<string>((hidden, secret) => hidden.replaceAll(secret as string, '[hidden]'), text);
}
