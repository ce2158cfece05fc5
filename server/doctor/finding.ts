/** What a check found, in one line. */
export interface Finding {
  /** What was checked: a word or two, such as 'Database'. */
  subject: string;
  state: 'ok' | 'warning' | 'error';
  /** What is so, and if it is not right how to mend it: whole sentences without secrets. */
  text: string;
}

/** Makes the findings of a subject. */
export const findingsOf = (subject: string) => ({
  ok: (text: string): Finding => ({ subject, state: 'ok', text }),
  warning: (text: string): Finding => ({ subject, state: 'warning', text }),
  error: (text: string): Finding => ({ subject, state: 'error', text }),
});
