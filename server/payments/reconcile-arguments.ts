import { parseArgs } from 'node:util';
import { Invalid } from '#server/platform/http/errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 3650;

/**
 * The time since which `npm run payments:reconcile` compares.
 * @throws {Invalid} when `--days` is no number or out of range
 */
export function parseSince(args: string[]): Date {
  const { values } = parseArgs({ args, options: { days: { type: 'string' } }, strict: false });
  const days = Number(values.days ?? DEFAULT_DAYS);
  if (!(days > 0 && days <= MAX_DAYS)) throw new Invalid(`--days must be a number of days, at most ${MAX_DAYS}.`);
  return new Date(Date.now() - days * DAY_MS);
}
