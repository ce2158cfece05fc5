import type { HeldConversation } from '#contract/conversations/conversations.ts';
import { t } from '#contract/i18n/t.ts';

/** What the staff can decide about a conversation. */
export type Verb = 'approve' | 'withhold' | 'stop' | 'dismiss';

/** How the verbs are called: before and after the decision, and what the field for a reason says where one is asked for. */
export const VERBS: Record<Verb, { label: string; done: string; asks?: string }> = {
  approve: { label: t('Pass on'), done: t('Message passed on') },
  withhold: { label: t('Withhold…'), done: t('Message withheld'), asks: t('The customer is emailed this reason.') },
  stop: { label: t('Stop…'), done: t('Conversation stopped'), asks: t('For the audit log.') },
  dismiss: { label: t('Close report'), done: t('Report closed') },
};

/** The verbs of a conversation: of the key `a`, and of the key `d`. */
export const getVerbs = ({ status }: HeldConversation): [Verb, Verb] =>
  status === 'held' ? ['approve', 'withhold'] : ['dismiss', 'stop'];
