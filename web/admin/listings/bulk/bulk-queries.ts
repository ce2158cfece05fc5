import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BulkAction,
  type BulkActionKind,
  type BulkJobResult,
  type BulkResult,
  type BulkUndo,
  MAX_BULK_LISTINGS,
} from '#contract/admin/bulk-actions.ts';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { KIND_TEXTS } from './kinds.ts';
import type { Selected } from './use-selection.ts';

const PAGE_SIZE = 20;

/** What is done with which listings; `target` is the category or place. */
export interface BulkOrder {
  kind: BulkActionKind;
  selected: Selected;
  target: string;
}

/** Whether a job carries it out. */
export const isLarge = (selected: Selected) => 'filter' in selected || selected.listings.length > MAX_BULK_LISTINGS;

const toSelection = (selected: Selected) =>
  'filter' in selected
    ? { filter: Object.fromEntries(new URLSearchParams(selected.filter)), except: selected.except }
    : { ids: selected.listings.map(({ id }) => id) };

const toTarget = ({ kind, target }: BulkOrder) => ({
  ...(kind === 'recategorize' && { category: target }),
  ...(kind === 'move' && { place: target }),
});

const toBody = (order: BulkOrder) => ({ ...toSelection(order.selected), ...toTarget(order) });
const toJobBody = (order: BulkOrder) => ({
  kind: order.kind,
  selection: toSelection(order.selected),
  ...toTarget(order),
});

/** Whether an action has all that it needs, besides its reason. */
export const isComplete = ({ kind, target }: BulkOrder) =>
  (kind !== 'recategorize' && kind !== 'move') || target !== '';

/** What an action would do, as the server finds without doing it. */
export const useBulkPreview = (order: BulkOrder | null) =>
  useQuery<BulkResult, ApiError>({
    queryKey: ['bulk-preview', order],
    queryFn: () => {
      const { kind } = order as BulkOrder;
      return send('POST', `${ADMIN_API_PREFIX}ads/${kind}`, { ...toBody(order as BulkOrder), dryRun: true });
    },
    enabled: order !== null && isComplete(order),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Which listings an action that a job carries out would have. */
export const useBulkJobPreview = (order: BulkOrder | null) =>
  useQuery<BulkJobResult, ApiError>({
    queryKey: ['bulk-job-preview', order],
    queryFn: () => send('POST', `${ADMIN_API_PREFIX}bulk-actions`, { ...toJobBody(order as BulkOrder), dryRun: true }),
    enabled: order !== null && isComplete(order),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** The bulk actions of the past 30 days, newest first. */
export const useBulkActions = () =>
  useCursorPages<WithBlock<BulkAction>>(`${ADMIN_API_PREFIX}bulk-actions?limit=${PAGE_SIZE}`, PAGE_SIZE);

/** Carries out bulk actions and undoes them. */
export function useBulkActionRunner() {
  const client = useQueryClient();
  const request = async <Result>(path: string, body?: object): Promise<Result> => {
    try {
      return await send<Result>('POST', `${ADMIN_API_PREFIX}${path}`, body);
    } catch (error) {
      if (error instanceof ApiError) invalidateUserOnAuthError(client, error);
      throw error;
    } finally {
      invalidateAdminQueries(client);
    }
  };
  /** Shows the result in a toast, or why there is none. */
  const undo = (id: number) =>
    runMutation(t('Failed to undo'), async () => {
      const { results, isQueued } = await request<BulkUndo>(`bulk-actions/${id}/undo`);
      if (isQueued) {
        toast({
          title: t('Undoing…'),
          description: t('You can see how far it is under Recent bulk actions.'),
          tone: 'success',
        });
        return;
      }
      const [done, refused] = countResults(results);
      toast({
        title: t('{count, plural, one {# listing is as it was before} other {# listings are as they were before}}', {
          count: done,
        }),
        ...(refused > 0 && {
          description: t(
            '{count, plural, one {# listing left as it is} other {# listings left as they are}}: {reason}',
            { count: refused, reason: firstMessage(results) },
          ),
        }),
        tone: refused > 0 ? 'danger' : 'success',
      });
    });
  return {
    undo,
    /** @throws {ApiError} */
    run: (order: BulkOrder, reason: string) => request<BulkResult>(`ads/${order.kind}`, { ...toBody(order), reason }),
    /** Has a job carry it out. @returns the id of the action @throws {ApiError} */
    start: async (order: BulkOrder, reason: string) =>
      (await request<BulkJobResult>('bulk-actions', { ...toJobBody(order), reason })).actionId as number,
    /** Shows a result in a toast, with a button that undoes it. */
    announce({ kind }: BulkOrder, { actionId, results }: BulkResult) {
      const [done, refused] = countResults(results);
      const undoButton = (id: number) => ({
        label: t('Undo'),
        altText: t('Undo it under Recent bulk actions'),
        onClick: () => void undo(id),
      });
      toast({
        title: KIND_TEXTS[kind].done(done),
        ...(refused > 0 && {
          description: t('{count, plural, one {# listing not changed} other {# listings not changed}}: {reason}', {
            count: refused,
            reason: firstMessage(results),
          }),
        }),
        tone: refused > 0 ? 'danger' : 'success',
        ...(actionId !== null && { action: undoButton(actionId), stays: true }),
      });
    },
  };
}

const countResults = (results: BulkResult['results']): [done: number, refused: number] => {
  const done = results.filter((result) => result.done).length;
  return [done, results.length - done];
};

const firstMessage = (results: BulkResult['results']) => results.find(({ message }) => message !== null)?.message ?? '';
