import type { User } from '#contract/accounts.ts';
import { People } from '#web/accounts/people/people.tsx';
import { DataSection } from './data-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecuritySection } from './security-section.tsx';

/** The settings of the account. In a chunk of its own, because forms are as large as the rest of the page. */
export default function Settings({ user, isOwner }: { user: User; isOwner: boolean }) {
  return (
    <>
      {isOwner && <People />}
      <ProfileSection user={user} isOwner={isOwner} />
      <SecuritySection role={user.role} isOwner={isOwner} />
      <DataSection user={user} isOwner={isOwner} />
    </>
  );
}
