import { type RefObject, useEffect } from 'react';

/**
 * Does before a form is submitted what a control otherwise does when it is left: Enter, and a click on the form's button,
 * submit it while the focus is still there.
 * @param inside something within the form
 */
export function useBeforeSubmit(inside: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    const form = inside.current?.closest('form');
    form?.addEventListener('submit', act, { capture: true });
    return () => form?.removeEventListener('submit', act, { capture: true });
  });
}
