import type { EmailSample } from '#contract/admin/emails/samples.ts';
import { normalizeText } from '#web/base/ui/form/match-options.ts';

/** Other words for emails by their ids, in both languages of the staff. */
const EMAIL_WORDS: Record<string, string> = {
  confirmation:
    'welcome new owner sign-up signup sign up register confirm bienvenida nuevo dueño registro registrarse confirmar',
};

/** Whether an email has all typed words, in any order, in its subject, its text, when it is sent, or its other words. */
export function isFound({ id, group, about, subject, text }: EmailSample, typed: string): boolean {
  const all = normalizeText([id, group, about, subject, text, EMAIL_WORDS[id] ?? ''].join(' '));
  return normalizeText(typed)
    .split(' ')
    .every((word) => all.includes(word));
}
