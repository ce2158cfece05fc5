import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { buttonClass } from '#web/base/ui/button.tsx';

/** The classes of the button that opens a popover of the header. */
export const popoverButtonClass = clsx(buttonClass({ variant: 'secondary', size: 'sm' }), 'lg:hidden');

/** The ref of a native popover, which opens without JavaScript and closes on Escape or a click outside; this closes it on navigation. */
export function usePopover<Popover extends HTMLElement>() {
  const { key } = useLocation();
  const popover = useRef<Popover>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a new key, and closes the popover.
  useEffect(() => {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover();
  }, [key]);
  return popover;
}
