import type { MouseEvent } from 'react';

/** What has a link call `opened` when it is followed, be it into a tab of its own with the wheel, which clicks nothing. */
export function onLinkOpen(onOpen: () => void) {
  const handleClick = ({ button }: MouseEvent) => {
    // Neither for the menu nor for the way back.
    if (button < 2) onOpen();
  };
  return { onClick: handleClick, onAuxClick: handleClick };
}
