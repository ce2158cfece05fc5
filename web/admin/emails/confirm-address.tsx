import { rich } from '#web/base/i18n/rich.ts';

/** Says why no sample and no test can be sent, and where to mend it. */
export const ConfirmAddress = () => (
  <p className="text-muted text-sm">
    {rich(
      'To get samples and tests by email, add and confirm your own address <link>in your account’s settings</link>.',
      {
        link: (text) => (
          <a href="/account#profile" className="link">
            {text}
          </a>
        ),
      },
    )}
  </p>
);
