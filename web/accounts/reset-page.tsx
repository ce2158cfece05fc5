import { useState } from 'react';
import { useLinkToken } from '../session/link-token.ts';
import { MailedLinkPage } from '../session/mailed-link.tsx';
import { AskForLink } from './ask-for-link.tsx';
import { ChoosePassword } from './choose-password.tsx';

/** Forgotten password: asks for a link by mail, or with the link's `token` for the new password. */
export function ResetPage() {
  const token = useLinkToken();
  const [asking, setAsking] = useState(!token);
  return (
    <MailedLinkPage
      title={asking ? 'Forgotten Password' : 'Choose a New Password'}
      description="Get back into your account by a link that we mail to you."
      path="/auth/reset"
    >
      {asking ? <AskForLink /> : <ChoosePassword token={token ?? ''} onAskAgain={() => setAsking(true)} />}
    </MailedLinkPage>
  );
}
