import type { Finding } from '#contract/admin/health.ts';

/** Makes the findings of a subject, which is named in the language of the check. */
export const createFindings = (nameSubject: () => string) => ({
  ok: (text: string): Finding => ({ subject: nameSubject(), state: 'ok', text }),
  warning: (text: string): Finding => ({ subject: nameSubject(), state: 'warning', text }),
  error: (text: string): Finding => ({ subject: nameSubject(), state: 'error', text }),
});
