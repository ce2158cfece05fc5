import { hasPermission } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { useUser } from '#web/base/session/user.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** Leads to the form that gives an account free months; nothing for roles that may not. */
export function GiveLink({ username }: { username: string }) {
  const { user } = useUser();
  if (!hasPermission(user?.role ?? null, 'payments')) return null;
  return (
    <p>
      <a
        href={`/admin?${new URLSearchParams({ tab: 'gift-credits', give: username })}`}
        className={buttonClass({ variant: 'secondary', size: 'sm' })}
      >
        <Icon name="gift" />
        {t('Give a free month…')}
      </a>
    </p>
  );
}
