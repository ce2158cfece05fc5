import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdBooking, AdBookings, AdReport, BookingForm } from '#contract/advertising/ad-bookings.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';

const PATH = `${ADMIN_API_PREFIX}ad-bookings`;

/** The booked ads with their totals. */
export const useBookings = () => useQuery<AdBookings, ApiError>({ queryKey: [PATH], staleTime: 0 });

/** How often a booked ad was seen and clicked, by day. */
export const useReport = (id: number) =>
  useQuery<AdReport, ApiError>({ queryKey: [`${PATH}/${id}/report`], staleTime: 0 });

/** The address of the same as a file. */
export const reportFile = (id: number) => `${PATH}/${id}/report.csv`;

/** Changes of booked ads. Each resolves to its failure, if any. */
export function useBookingActions() {
  const client = useQueryClient();
  const change = async (title: string, method: 'POST' | 'PUT', path: string, body: object) => {
    const failure = await toFailure(title, async () => {
      client.setQueryData([PATH], await send<AdBookings>(method, path, body));
    });
    // The failure may mean that the list is out of date.
    if (failure) await client.invalidateQueries({ queryKey: [PATH] });
    return failure;
  };
  return {
    add: (form: BookingForm) => change(t('Failed to add the ad'), 'POST', PATH, form),
    edit: ({ id, version }: AdBooking, form: BookingForm) =>
      change(t('Failed to save the ad'), 'PUT', `${PATH}/${id}`, { ...form, version }),
    end: ({ id, version }: AdBooking) => change(t('Failed to end the ad'), 'POST', `${PATH}/${id}/end`, { version }),
  };
}
