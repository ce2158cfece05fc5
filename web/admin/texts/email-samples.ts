import { useQuery } from '@tanstack/react-query';
import type { EmailSamples } from '#contract/admin/emails/samples.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';

const PATH = `${ADMIN_API_PREFIX}emails`;

/** Every email that the program sends, with sample data, in a language. */
export const useEmailSamples = (language: Language) =>
  useQuery<EmailSamples, ApiError>({ queryKey: [`${PATH}?language=${language}`], staleTime: 0 });

/** Sends a sample to the own address. @throws {ApiError} */
export const sendSample = (id: string, language: Language) =>
  send('POST', `${PATH}/${encodeURIComponent(id)}/send?language=${language}`);
