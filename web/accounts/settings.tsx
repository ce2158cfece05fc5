import type { User } from '#contract/accounts.ts';
import { DataSection } from './data-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecuritySection } from './security-section.tsx';

/** What can be set about an account. In a chunk of its own: forms weigh as much as all else of the page. */
export default function Settings({ user }: { user: User }) {
  return (
    <>
      <ProfileSection user={user} />
      <SecuritySection />
      <DataSection user={user} />
    </>
  );
}
