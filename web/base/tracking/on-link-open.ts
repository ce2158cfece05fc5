import type { MouseEvent } from 'react';

/** Props of a link that call `onOpen` when it is opened, also by a middle click, which fires `auxclick` instead of `click`. */
export function onLinkOpen(onOpen: (event: MouseEvent) => void) {
  const handleClick = (event: MouseEvent) => {
    // Button 2 opens the context menu, 3 and 4 navigate back and forward.
    if (event.button < 2) onOpen(event);
  };
  return { onClick: handleClick, onAuxClick: handleClick };
}
