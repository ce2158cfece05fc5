import type { ReactNode } from 'react';
import type { User } from '#contract/accounts.ts';
import type { ListingPage } from '#contract/listings.ts';

/** What every step of claiming a listing knows. */
export interface ClaimStepProps {
  listing: ListingPage;
  user: User;
  open: boolean;
  onClose: () => void;
}

/** The content of the dialog and its buttons. The dialog itself stays, so that it returns the focus when it is closed. */
export const ClaimStep = ({ children, actions }: { children: ReactNode; actions: ReactNode }) => (
  <div className="grid gap-4">
    <div>{children}</div>
    <div className="flex flex-row-reverse flex-wrap gap-3">{actions}</div>
  </div>
);
