import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { useSecondFactors } from './second-factor-queries.ts';

/** Says to staff without a second factor, where none is required, that a public site requires one, with a link to set it up. */
export function PasswordOnlyNotice() {
  const { data } = useSecondFactors();
  if (!data || data.isRequired || data.passkeys.length > 0 || data.totp) return null;
  return (
    <p className="mb-6 flex items-start gap-2 text-muted">
      <Icon name="shield-check" className="mt-1 size-4 shrink-0" />
      <span>
        {rich(
          'Your password alone opens this dashboard. In production, everyone on the team needs two-step verification: <a>set it up now</a>.',
          {
            a: (text) => (
              <a href="/account#security" className="link">
                {text}
              </a>
            ),
          },
        )}
      </span>
    </p>
  );
}
