import {
  adBookingsSchema,
  adReportSchema,
  bookingEditSchema,
  bookingFormSchema,
  bookingIdSchema,
  bookingVersionSchema,
} from '#contract/advertising/ad-bookings.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { addBooking, type BookingDeps, editBooking, endBooking } from './edit-bookings.ts';
import { sendFrame } from './frame.ts';
import { listBookings, readHtml, readReport } from './list-bookings.ts';

const onRequest = requirePermission('ads');
const tags = ['Administration'];
const errors = { 401: apiErrorSchema, 403: apiErrorSchema, 404: apiErrorSchema };
const response = { 200: adBookingsSchema, 400: apiErrorSchema, ...errors, 409: apiErrorSchema };

/** Lists, adds, edits and ends the ads that advertisers booked, and reports how often they were seen. */
export function adBookingRoutes(api: Api, { db, gazetteer }: BookingDeps) {
  const deps = { db, gazetteer };
  const list = async () => ({ bookings: await listBookings(db, gazetteer) });

  api.get(
    '/api/admin/ad-bookings',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List booked ads with their totals: all that run or are planned, and those that ended last',
        response,
      },
    },
    list,
  );

  api.post(
    '/api/admin/ad-bookings',
    { onRequest, schema: { tags, summary: 'Add a booked ad', body: bookingFormSchema, response } },
    async (request) => {
      await addBooking(deps, request.body, requireUser(request).accountId);
      return list();
    },
  );

  api.put(
    '/api/admin/ad-bookings/:id',
    {
      onRequest,
      schema: { tags, summary: 'Edit a booked ad', params: bookingIdSchema, body: bookingEditSchema, response },
    },
    async (request) => {
      await editBooking(deps, request.params.id, request.body, requireUser(request).accountId);
      return list();
    },
  );

  api.post(
    '/api/admin/ad-bookings/:id/end',
    {
      onRequest,
      schema: { tags, summary: 'End a booked ad now', params: bookingIdSchema, body: bookingVersionSchema, response },
    },
    async (request) => {
      await endBooking(deps, request.params.id, request.body.version, requireUser(request).accountId);
      return list();
    },
  );

  api.get(
    '/api/admin/ad-bookings/:id/frame',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve the HTML of a booked ad, for a preview',
        produces: ['text/html'],
        params: bookingIdSchema,
        response: { 200: z.string(), ...errors },
      },
    },
    async (request, reply) => sendFrame(reply, await readHtml(db, request.params.id)),
  );

  api.get(
    '/api/admin/ad-bookings/:id/report',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Count how often a booked ad was seen and clicked, by day',
        params: bookingIdSchema,
        response: { 200: adReportSchema, ...errors },
      },
    },
    async (request) => ({ days: await readReport(db, request.params.id) }),
  );

  api.get(
    '/api/admin/ad-bookings/:id/report.csv',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Export the days of a booked ad as CSV',
        produces: ['text/csv'],
        params: bookingIdSchema,
        response: { 200: z.string(), ...errors },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const days = await readReport(db, id);
      reply.type('text/csv; charset=utf-8; header=present');
      reply.header('content-disposition', `attachment; filename="ad-${id}.csv"`);
      const rows = days.toReversed().map(({ day, impressions, clicks }) => [day, impressions, clicks]);
      return [[t('Day'), t('Impressions'), t('Clicks')], ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
    },
  );
}
