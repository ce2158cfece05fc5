/** What the owner of a listing that waits for approval is told. */
export const WAITING_MESSAGE = 'We’ll look at your listing before it goes live.';
