import type { ReactNode } from 'react';

/** The classes of a picture in a `Frame`. */
export const PICTURE = 'absolute inset-0 size-full object-contain';

/** A fixed area for a picture of any aspect ratio. */
export function Frame({ children }: { children: ReactNode }) {
  return <div className="relative aspect-video bg-paper sm:aspect-[4/3]">{children}</div>;
}
