import type { Finding } from '#contract/admin/admin.ts';

/** Makes the findings of a subject. */
export const findingsOf = (subject: string) => ({
  ok: (text: string): Finding => ({ subject, state: 'ok', text }),
  warning: (text: string): Finding => ({ subject, state: 'warning', text }),
  error: (text: string): Finding => ({ subject, state: 'error', text }),
});
