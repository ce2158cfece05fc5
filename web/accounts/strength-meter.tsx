import clsx from 'clsx';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { passwordCheckResultSchema, passwordCheckSchema } from '#contract/accounts.ts';
import { send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { passwordStrength, toShownStrength } from './password-strength.ts';

type PasswordOwner = Omit<z.infer<typeof passwordCheckSchema>, 'password'>;

/** How long a user pauses before a password is checked. */
const PAUSE_MS = 400;
/** The API refuses shorter ones by their length. */
const MIN_LENGTH = 6;

const colors = ['bg-danger', 'bg-danger', 'bg-poppy', 'bg-sage', 'bg-sage'];

/**
 * The strength of a new password, with advice: very weak where the API would refuse it, for the API's reason, and more than fair
 * only after the API has accepted it.
 * @param owner what the form knows of whose password it is: names, which weaken it, or the token of the emailed link
 * @param current the password that it replaces, as typed
 */
export function StrengthMeter({
  password,
  owner = {},
  current = '',
}: {
  password: string;
  owner?: PasswordOwner;
  current?: string;
}) {
  const { username = '', businessName = '', email = '' } = owner;
  const estimated = passwordStrength(password, [username, businessName, email, current]);
  const { score, label, advice } = toShownStrength(estimated, usePasswordCheck(password, owner));
  return (
    <div>
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={clsx(
              'h-1.5 rounded-full transition-colors',
              password && step <= Math.max(score, 1) ? colors[score] : 'bg-line',
            )}
          />
        ))}
      </div>
      {/* The minimum height reserves room for the advice, so that the layout does not jump. */}
      <p aria-live="polite" className="mt-1.5 min-h-10 text-muted sm:min-h-5 text-sm">
        {password &&
          rich('Strength: <strong>{label}</strong>. {advice}', {
            strong: (text) => <strong className="font-semibold text-ink">{text}</strong>,
            label,
            advice,
          })}
      </p>
    </div>
  );
}

/** Why the API would refuse a password, or null, after a pause in typing; undefined until it has said so, or if it can't be reached. */
function usePasswordCheck(password: string, owner: PasswordOwner): string | null | undefined {
  const body = JSON.stringify({ ...owner, password });
  const [checked, setChecked] = useState<{ body: string; message: string | null }>();
  useEffect(() => {
    if (password.length < MIN_LENGTH) return;
    const check = async () => {
      const { message } = await send<z.infer<typeof passwordCheckResultSchema>>(
        'POST',
        '/api/password-checks',
        JSON.parse(body),
      );
      setChecked({ body, message });
    };
    // Without an answer the password is at most fair, and the form says what is wrong with it.
    const timer = setTimeout(() => check().catch(() => {}), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [body, password]);
  return checked?.body === body ? checked.message : undefined;
}
