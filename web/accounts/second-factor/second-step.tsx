import type { User } from '#contract/accounts.ts';
import type { PendingSignIn, StepUp } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '#web/base/api/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import type { PasskeyOptions } from './passkeys.ts';
import { ProofForm } from './proof-form.tsx';

/** The second step of signing in, after a right password. */
export default function SecondStep({
  pending: { token, secondFactor },
  onSignedIn,
  onCancel,
}: {
  pending: PendingSignIn;
  onSignedIn: (user: User) => Promise<void>;
  onCancel: () => void;
}) {
  const submit = async (proof: StepUp['proof']) =>
    onSignedIn(await send<User>('POST', '/api/login/second-factor', { token, proof }));
  return (
    <section aria-labelledby="second-step" className="grid gap-4">
      <h2 id="second-step" className="text-xl">
        {t('Confirm it’s you')}
      </h2>
      <ProofForm
        methods={secondFactor}
        getPasskeyOptions={() => send<PasskeyOptions>('POST', '/api/login/second-factor/options', { token })}
        submit={submit}
      />
      <Button variant="ghost" size="sm" onClick={onCancel} className="justify-self-start">
        {t('Start over')}
      </Button>
    </section>
  );
}
