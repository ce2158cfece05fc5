import { Suspense, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { ROLE_LABELS, type Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { PasswordOnlyNotice } from '#web/accounts/second-factor/password-only-notice.tsx';
import { getActionKey, useAdminActions } from '#web/admin/admin-actions.ts';
import type { Confirmation } from '#web/admin/confirmation.ts';
import { RestoredNotice } from '#web/admin/health/restored-notice.tsx';
import type { Section } from '#web/admin/section.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { PaletteButton } from '#web/site/command-palette/palette-button.tsx';
import { SectionMenu } from './section-menu.tsx';
import { FIRST_SECTION, getSections, USERS_SECTION } from './sections.tsx';

/** The sections that the role of a member of the staff may see, one at a time, beside their menu. */
export function Dashboard({ user, role }: { user: User; role: Role }) {
  const [search] = useSearchParams();
  const sections = getSections(role);
  const current = findSection(sections, search.get('tab') ?? FIRST_SECTION);
  const users = current?.value === FIRST_SECTION ? findSection(sections, USERS_SECTION) : undefined;
  return (
    <>
      <div className="mt-6 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl sm:text-3xl">{t('Admin Dashboard')}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="accent">
            <Icon name="shield-check" />
            {role === 'administrator' ? t('Admin') : ROLE_LABELS[role]}
          </Badge>
          <span className="wrap-anywhere text-muted">
            {rich('<hidden>Signed in as </hidden>{username}', {
              hidden: srOnly,
              username: user.username,
            })}
          </span>
        </p>
        <div className="ml-auto">
          <PaletteButton sections={sections} />
        </div>
      </div>
      <RestoredNotice />
      <PasswordOnlyNotice />
      {current ? (
        <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <SectionMenu sections={sections} current={current} />
          <div className="grid min-w-0 gap-10">
            <OpenSection key={`${current.value} ${search.get('user') ?? search.get('find') ?? ''}`} section={current} />
            {users && <OpenSection section={users} />}
          </div>
        </div>
      ) : (
        <EmptyState
          title={t('There’s no such section, or your role doesn’t include it.')}
          action={
            <a href="/admin" className="link">
              {t('Back to the dashboard')}
            </a>
          }
        />
      )}
    </>
  );
}

function OpenSection({ section: { label, Component } }: { section: Section }) {
  const titleId = useId();
  const adminActions = useAdminActions();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);

  const perform = async (text: string) => {
    if (!confirmation) return;
    const { action, id, reason } = confirmation;
    const message = await adminActions.perform(action, id, reason && { [reason.apiField ?? 'reason']: text });
    return message === undefined ? undefined : { message };
  };

  return (
    // Can be focused, so that the single-key shortcuts of a section reach nothing else.
    <section aria-labelledby={titleId} tabIndex={-1} className="min-w-0 outline-none">
      <h2 id={titleId} className="mb-4 text-xl">
        {label}
      </h2>
      <Suspense fallback={<Spinner label={t('Loading…')} className="min-h-80" />}>
        <Component {...adminActions} confirm={setConfirmation} />
      </Suspense>
      <ReasonDialog
        question={confirmation}
        draftKey={confirmation ? getActionKey(confirmation.action, confirmation.id) : ''}
        onSubmit={perform}
        onClose={() => setConfirmation(null)}
      />
    </section>
  );
}

const findSection = (sections: Section[], tab: string) =>
  sections.find(({ value, otherValues = [] }) => value === tab || otherValues.includes(tab));
