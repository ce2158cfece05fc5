import type { ReactNode } from 'react';

/** Text for assistive technology only, as a tag of a `rich` message: `rich('Remove<hidden> {name}</hidden>', { hidden: srOnly, name })`. */
export const srOnly = (text: ReactNode) => <span className="sr-only">{text}</span>;
