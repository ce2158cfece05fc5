import { defineMessage } from '#contract/i18n/t.ts';

/** What the owner of a listing that waits for approval is told. */
export const WAITING_MESSAGE = defineMessage('We’ll look at your listing before it goes live.');
