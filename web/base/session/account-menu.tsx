import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import SignOut from './sign-out.tsx';

/** The name of the signed-in user and a button to sign out, in a native popover that also closes on navigation. */
export default function AccountMenu({ user }: { user: User }) {
  const { key } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a new key, and closes the menu.
  useEffect(() => {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover();
  }, [key]);

  // CSS anchor positioning is not supported by all browsers.
  const position = () => {
    const rect = button.current?.getBoundingClientRect();
    if (!rect || !popover.current) return;
    popover.current.style.top = `${rect.bottom + scrollY + 4}px`;
    popover.current.style.right = `${document.documentElement.clientWidth - rect.right - scrollX}px`;
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget="account-menu"
        aria-label={t('Account menu of {username}', { username: user.username })}
        className="grid size-11 place-items-center rounded-field text-pacific hover:bg-pacific-wash"
      >
        <Icon name="chevron-down" className="size-5" />
      </button>
      <div
        ref={popover}
        id="account-menu"
        popover="auto"
        onBeforeToggle={position}
        className="rise-in absolute inset-auto m-0 w-64 whitespace-normal rounded-card border border-line bg-card p-2 text-ink shadow-raised"
      >
        <p className="wrap-anywhere border-b px-3 pt-1 pb-2 text-muted text-sm">
          {rich('Signed in as <strong>{username}</strong>', {
            strong: (text) => <strong className="block text-base text-ink">{text}</strong>,
            username: user.username,
          })}
        </p>
        <SignOut className="header-link mt-1 w-full rounded-field px-3 text-left hover:bg-pacific-wash" />
      </div>
    </>
  );
}
