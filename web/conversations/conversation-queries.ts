import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Conversation, ConversationRow, UnreadCount } from '#contract/conversations/conversations.ts';
import type { InboxSettings } from '#contract/conversations/inbox-settings.ts';
import type { PushStatus } from '#contract/conversations/push.ts';
import { type ApiError, type Page, send } from '#web/base/api/api.ts';

const USER_PATH = '/api/user/conversations';

/** A conversation, as the user or who opened its link sees it. Read again while the page is open, so that answers appear. */
export const conversationQuery = (id: string | number) =>
  queryOptions<Conversation, ApiError>({
    queryKey: [`/api/conversations/${encodeURIComponent(id)}`],
    refetchInterval: 20_000,
    retry: false,
  });

/** The conversations of the user. `filter` is the query of the API. */
export const conversationsQuery = (filter: string) => {
  const first = `${USER_PATH}?${filter}`;
  return infiniteQueryOptions<Page<ConversationRow>, ApiError, InfiniteData<Page<ConversationRow>>, [string], string>({
    queryKey: [first],
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
};

/** How many conversations of the user's business are unread. */
export const unreadQuery = queryOptions<UnreadCount, ApiError>({ queryKey: [`${USER_PATH}/unread`], staleTime: 0 });

/** The saved answers of the user, and the automatic one. */
export const inboxSettingsQuery = queryOptions<InboxSettings, ApiError>({ queryKey: ['/api/user/inbox-settings'] });

/** Whether the browser of this session gets push messages. */
export const pushStatusQuery = queryOptions<PushStatus, ApiError>({ queryKey: ['/api/user/push-subscription'] });

/** Whether a query is one of the lists of the user, or their number. */
export const isListQuery = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  String(queryKey[0]).startsWith(USER_PATH);

/** Changes a conversation. @throws {ApiError} */
export const sendTo = <Result>(
  id: number | string,
  action: string,
  body: object = {},
  method: 'POST' | 'PUT' = 'POST',
) => send<Result>(method, `/api/conversations/${id}/${action}`, body);
