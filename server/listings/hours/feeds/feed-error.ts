import { t } from '#contract/i18n/t.ts';

/** Why the hours at an address could not be read. `detail` is a status, or the field that is wrong. */
export interface FeedFailure {
  code: 'refused' | 'status' | 'unreachable' | 'too-large' | 'unreadable' | 'invalid' | 'no-hours';
  detail?: string;
}

export class FeedError extends Error {
  readonly failure: FeedFailure;
  constructor(failure: FeedFailure) {
    super(`${failure.code} ${failure.detail ?? ''}`);
    this.failure = failure;
  }
}

/** The reason for the owner. */
export function describeFailure({ code, detail = '' }: FeedFailure): string {
  if (code === 'refused') return t('The address isn’t of a public website with https://.');
  if (code === 'status' && detail === '404') return t('There’s nothing at this address (404).');
  if (code === 'status' && (detail === '401' || detail === '403'))
    return t('The address asks for a password. Use the secret address of the calendar, or make it public.');
  if (code === 'status') return t('The website answered with an error ({status}).', { status: detail });
  if (code === 'unreachable') return t('The website didn’t answer in time.');
  if (code === 'too-large') return t('It’s larger than 1 MB.');
  if (code === 'invalid')
    return t('The hours aren’t written as our API writes them: check “{field}”.', { field: detail });
  if (code === 'no-hours') return t('The JSON has neither “hours” nor “specialHours”.');
  return t('It’s neither a calendar (iCal) nor JSON.');
}
