import { type RefObject, useEffect } from 'react';

/**
 * Calls a function before the form of an element is submitted. For controls that complete their value on blur, because Enter and a
 * click on the submit button do not blur them.
 * @param inside an element in the form
 */
export function useBeforeSubmit(inside: RefObject<HTMLElement | null>, callback: () => void): void {
  useEffect(() => {
    const form = inside.current?.closest('form');
    form?.addEventListener('submit', callback, { capture: true });
    return () => form?.removeEventListener('submit', callback, { capture: true });
  });
}
