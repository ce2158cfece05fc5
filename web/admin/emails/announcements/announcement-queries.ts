import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Announcement,
  AnnouncementDraft,
  AnnouncementFilter,
  AnnouncementPreview,
  AnnouncementStart,
  Audience,
  Recipient,
  RecipientsQuery,
} from '#contract/admin/emails/announcements.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';

const PATH = `${ADMIN_API_PREFIX}announcements`;
const PAGE_SIZE = 25;

/** The emails to owners, newest first. */
export const useAnnouncements = () => useCursorPages<Announcement>(`${PATH}?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Who got an email, and who did not. */
export const useRecipients = (id: number, state: RecipientsQuery['state']) =>
  useCursorPages<Recipient>(
    `${PATH}/${id}/recipients?${new URLSearchParams({ ...(state && { state }), limit: String(PAGE_SIZE) })}`,
    PAGE_SIZE,
  );

/** Who would get an email. @param asked JSON, which changes less often than an object */
export const useAudience = (asked: string) =>
  useQuery<Audience, ApiError>({
    queryKey: ['announcement-audience', asked],
    queryFn: () => send('POST', `${PATH}/recipients`, JSON.parse(asked)),
    placeholderData: (previous) => previous,
    staleTime: 0,
  });

/** @throws {ApiError} */
export const countRecipients = (audience: { filter: AnnouncementFilter; isNews: boolean }): Promise<Audience> =>
  send('POST', `${PATH}/recipients`, audience);

/** @throws {ApiError} */
export const readPreview = (draft: AnnouncementDraft): Promise<AnnouncementPreview> =>
  send('POST', `${PATH}/preview`, draft);

/** Sends an email as one of the recipients would get it to the own address. */
export const sendTest = (draft: AnnouncementDraft) =>
  toFailure(t('Failed to send'), () => send('POST', `${PATH}/test`, draft));

/** Changes of emails to owners. Each resolves to its failure, if any. */
export function useAnnouncementActions() {
  const client = useQueryClient();
  const change = async (title: string, path: string, body?: object) => {
    const failure = await toFailure(title, () => send('POST', path, body));
    await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(PATH) });
    return failure;
  };
  return {
    start: (body: AnnouncementStart) => change(t('Failed to send'), PATH, body),
    stop: (id: number) => change(t('Couldn’t stop the email'), `${PATH}/${id}/stop`),
  };
}
