import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Icon } from '../ui/icon.tsx';
import SignOut from './sign-out.tsx';

/** Who is signed in, and the way out: a native popover beneath its button, which closes on navigation too. */
export default function AccountMenu({ user }: { user: User }) {
  const { key } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a new key, and closes the menu.
  useEffect(() => {
    if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
  }, [key]);

  // Not every browser can place a popover by its button alone.
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    if (!at || !sheet.current) return;
    sheet.current.style.top = `${at.bottom + scrollY + 4}px`;
    sheet.current.style.right = `${document.documentElement.clientWidth - at.right - scrollX}px`;
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget="account-menu"
        aria-label={`Account menu of ${user.username}`}
        className="grid size-11 place-items-center rounded-field text-pacific hover:bg-pacific-wash"
      >
        <Icon name="chevron-down" className="size-5" />
      </button>
      <div
        ref={sheet}
        id="account-menu"
        popover="auto"
        onBeforeToggle={place}
        className="rise-in absolute inset-auto m-0 w-64 whitespace-normal rounded-card border border-line bg-card p-2 text-ink shadow-raised"
      >
        <p className="wrap-anywhere border-b px-3 pt-1 pb-2 text-muted text-sm">
          Signed in as <strong className="block text-base text-ink">{user.username}</strong>
        </p>
        <SignOut className="header-link mt-1 w-full rounded-field px-3 text-left hover:bg-pacific-wash" />
      </div>
    </>
  );
}
