import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NewPost, TextPublication } from '#contract/admin/text-changes.ts';
import type { AdminText, TextPreview, TextSource, TextSummaries } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { type MutationFailure, toFailure } from '#web/base/api/run-mutation.ts';
import { useDebounced } from '#web/base/api/use-debounced.ts';

const PATH = `${ADMIN_API_PREFIX}texts`;
const toPath = (key: string) => `${PATH}/${encodeURIComponent(key)}`;

/** All texts with their state. */
export const useTexts = () => useQuery<TextSummaries, ApiError>({ queryKey: [PATH], staleTime: 0 });

/** A text with its draft and its versions. */
export const useText = (key: string) =>
  useQuery<AdminText, ApiError>({ queryKey: [toPath(key)], staleTime: 0, refetchOnReconnect: false });

/** What was published as a version; nothing is read without a number. */
export const useVersion = (key: string, number: number | null) =>
  useQuery<TextSource, ApiError>({ queryKey: [`${toPath(key)}/versions/${number}`], enabled: number !== null });

/** The text as pages would have it, a quarter of a second after the last change. */
export function usePreview(key: string, source: TextSource) {
  const body = useDebounced(JSON.stringify(source));
  return useQuery<TextPreview, ApiError>({
    queryKey: [`${toPath(key)}/preview`, body],
    queryFn: () => send<TextPreview>('POST', `${toPath(key)}/preview`, JSON.parse(body)),
    // Of what was typed before, until the new one is there.
    placeholderData: (previous) => previous,
    gcTime: 0,
    retry: false,
  });
}

/** A change of a text that takes a note alone. */
export type TextAction = 'discard' | 'cancel' | 'reset' | 'remove' | 'keep';

/** The text after a change, or why it was not changed. */
export interface TextChanged {
  text?: AdminText;
  failure?: MutationFailure;
}

/** Changes of a text. Where somebody else was first, the text is read again. */
export function useTextActions(key: string) {
  const client = useQueryClient();
  const path = toPath(key);
  const change = async (title: string, request: () => Promise<AdminText>): Promise<TextChanged> => {
    let text: AdminText | undefined;
    const failure = await toFailure(title, async () => {
      text = await request();
      client.setQueryData([path], text);
    });
    await client.invalidateQueries({ queryKey: [failure?.status === 409 ? path : PATH] });
    return { text, failure };
  };
  return {
    saveDraft: (source: TextSource, version: number) =>
      change(t('Failed to save the draft'), () => send('PUT', `${path}/draft`, { ...source, version })),
    publish: (publication: TextPublication) =>
      change(t('Failed to publish'), () => send('POST', `${path}/publish`, publication)),
    act: (action: TextAction, { version, note }: { version: number; note?: string }) =>
      change(t('Failed to change the text'), () => send('POST', `${path}/${action}`, { version, note })),
    deletePost: (version: number) =>
      toFailure(t('Failed to delete the post'), async () => {
        client.setQueryData([PATH], await send<TextSummaries>('POST', `${path}/delete`, { version }));
      }),
  };
}

/** Adds a post. Resolves to its key, or to the failure. */
export function useAddPost() {
  const client = useQueryClient();
  return async (post: NewPost): Promise<{ key: string } | { failure: MutationFailure }> => {
    let key = '';
    const failure = await toFailure(t('Failed to add the post'), async () => {
      const text = await send<AdminText>('POST', PATH, post);
      client.setQueryData([toPath(text.key)], text);
      key = text.key;
    });
    return failure ? { failure } : { key };
  };
}
