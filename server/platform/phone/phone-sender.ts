import { t } from '#contract/i18n/t.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';

const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 60;

/** How a code reaches a telephone. */
export type PhoneWay = 'sms' | 'call';

/** Sends codes to telephones. */
export interface PhoneSender {
  /**
   * Sends a code in the language of the request.
   * @param to in E.164
   * @throws {Unavailable} when the service does not take it within 10 s
   */
  sendCode(code: { to: string; code: string; way: PhoneWay; siteName: string }): Promise<void>;
}

interface PhoneEnv {
  TWILIO_ACCOUNT_SID?: string;
  TWILIO_AUTH_TOKEN?: string;
  TWILIO_FROM?: string;
  TWILIO_API_BASE: string;
}

/**
 * Sends by a service with the HTTP API of Twilio (https://www.twilio.com/docs/usage/api).
 * @returns null where none is set: then nothing is offered that needs one
 */
export function createPhoneSender({
  TWILIO_ACCOUNT_SID: sid,
  TWILIO_AUTH_TOKEN: token,
  TWILIO_FROM: from,
  TWILIO_API_BASE: base,
}: PhoneEnv): PhoneSender | null {
  if (sid === undefined || token === undefined || from === undefined) return null;
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  return {
    async sendCode({ to, code, way, siteName }) {
      const content: Record<string, string> =
        way === 'sms'
          ? { Body: t('Your {name} code is {code}. Nobody from {name} will ask you for it.', { name: siteName, code }) }
          : { Twiml: toTwiml(code, siteName) };
      const resource = way === 'sms' ? 'Messages' : 'Calls';
      try {
        const response = await fetch(`${base}/2010-04-01/Accounts/${encodeURIComponent(sid)}/${resource}.json`, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { authorization },
          body: new URLSearchParams({ To: to, From: from, ...content }),
        });
        await response.body?.cancel();
        if (!response.ok) throw new Error(`The telephone service responded with status ${response.status}.`);
      } catch (error) {
        throw new Unavailable(
          t('We couldn’t reach the phone. Please try again later, or claim it another way.'),
          RETRY_AFTER_SECONDS,
          error,
        );
      }
    },
  };
}

/** Reads the digits twice, one by one (https://www.twilio.com/docs/voice/twiml). */
function toTwiml(code: string, siteName: string): string {
  const language = getLanguage() === 'es' ? 'es-MX' : 'en-US';
  const digits = [...code].join(', ');
  const say = (text: string) => `<Say language="${language}">${escapeXml(text)}</Say><Pause length="1"/>`;
  const sentence = say(t('Your {name} code is: {code}.', { name: siteName, code: digits }));
  return `<Response><Pause length="1"/>${sentence}${sentence}</Response>`;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
