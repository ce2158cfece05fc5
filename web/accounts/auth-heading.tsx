import { t } from '#contract/i18n/t.ts';

/** The heading of the form, with the business that the user came to claim. */
export function AuthHeading({ registering, claimed }: { registering: boolean; claimed: string | undefined }) {
  return (
    <div>
      <h1 className="text-2xl sm:text-3xl">{registering ? t('Put your business on the map') : t('Welcome back')}</h1>
      <p className="mt-2 text-lg text-muted">
        {registering
          ? claimed
            ? t('Create a free account, and continue to claim {business}.', { business: claimed })
            : t('One free account for your listings, payments and analytics.')
          : claimed
            ? t('Sign in to claim {business}.', { business: claimed })
            : t('Manage your listings, payments and analytics.')}
      </p>
    </div>
  );
}
