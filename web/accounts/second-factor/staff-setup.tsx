import type { SecondFactorState } from '#contract/admin/second-factor.ts';
import { MIN_STAFF_PASSWORD_LENGTH } from '#contract/admin/staff.ts';
import { t } from '#contract/i18n/t.ts';
import { PasswordChangeForm } from '#web/accounts/password-change-form.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Factors } from './factors.tsx';

/** What staff have to do before the dashboard opens. */
export default function StaffSetup({
  missing,
  onDone,
}: {
  missing: NonNullable<SecondFactorState['missing']>;
  onDone: () => void;
}) {
  const isPassword = missing === 'password-change-required';
  return (
    <Card className="mx-auto my-8 grid max-w-[40rem] gap-5 p-5 sm:p-8">
      <div>
        <Icon name="shield-check" className="mb-3 size-10 text-pacific" />
        <h1 className="text-2xl">{isPassword ? t('Choose your own password') : t('Set up two-step verification')}</h1>
        <p className="mt-2 text-muted">
          {isPassword
            ? t(
                'Yours was printed when the site was set up, or is shorter than the 12 characters that everyone on the team needs. Choose one that nobody else has seen.',
              )
            : t(
                'Everyone who helps run the site confirms each sign-in with a second step. Add a passkey or an authenticator app, and the dashboard opens. Already have one? Sign out and sign in again.',
              )}
        </p>
      </div>
      {isPassword ? (
        <PasswordChangeForm minLength={MIN_STAFF_PASSWORD_LENGTH} onChanged={onDone} />
      ) : (
        <Factors onSetUp={onDone} />
      )}
    </Card>
  );
}
