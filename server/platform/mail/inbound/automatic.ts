/**
 * Whether a program sent an email, by its headers (RFC 3834, and what programs without it send) and by the subjects that Outlook and Gmail give
 * to automatic answers.
 * @param headers by name in lower case
 */
export function isAutomatic(headers: Map<string, string>, subject: string): boolean {
  const get = (name: string) => headers.get(name)?.trim().toLowerCase() ?? '';
  const isGiven = (name: string, ...exceptions: string[]) => !['', ...exceptions].includes(get(name));
  return (
    isGiven('auto-submitted', 'no') ||
    isGiven('x-auto-response-suppress', 'none') ||
    /^(?:bulk|junk|list|auto_reply)$/.test(get('precedence')) ||
    isGiven('x-autoreply', 'no') ||
    isGiven('x-autorespond', 'no') ||
    isGiven('list-id') ||
    get('return-path') === '<>' ||
    get('content-type').startsWith('multipart/report') ||
    /(?:^|<)(?:mailer-daemon|postmaster)@/.test(get('from')) ||
    SUBJECTS.test(subject.trim())
  );
}

/**
 * Whether an email says that another one cannot be delivered (RFC 3464). One that says it is late is none.
 * @param headers by name in lower case
 * @param status its part that says so, if that is known
 */
export function isBounce(headers: Map<string, string>, status?: string): boolean {
  const type = headers.get('content-type')?.trim().toLowerCase() ?? '';
  if (headers.has('x-failed-recipients')) return true;
  if (!type.startsWith('multipart/report') || !type.includes('delivery-status')) return false;
  return status === undefined || /^action:\s*failed\b/im.test(status);
}

const SUBJECTS =
  /^(?:auto(?:matic)?[- ]?reply:|respuesta autom[áa]tica:|out of (?:the )?office\b|fuera de la oficina\b)/i;
