import type { FastifyReply } from 'fastify';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { billingSchema, MAX_INVOICE_VERSIONS } from '#contract/plans/billing.ts';
import { z } from '#contract/zod.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { findBilling, saveBilling } from './billing.ts';
import { type PaymentDocument, renderCreditNote, renderInvoice } from './documents.ts';
import { reissueInvoice } from './reissue.ts';

const errorResponses = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const pdf = {
  produces: ['application/pdf'],
  response: { 200: z.instanceof(Buffer), ...errorResponses, 404: apiErrorSchema },
};
const idParams = z.object({ id: idSchema });
const versionQuery = z.object({ version: z.coerce.number().int().min(1).max(MAX_INVOICE_VERSIONS).optional() });
const noteParams = idParams.extend({ number: z.string().max(30) });

/** Invoices and credit notes as PDF, for the owner of the payment and for the staff, and what the owner wants on them. */
export function invoiceRoutes(api: Api, deps: PaymentDeps) {
  const { db } = deps;
  const readers = [
    { path: '/api/user/payments/:id', onRequest: requireSignedIn, tags: ['Payments'], isStaff: false },
    {
      path: '/api/admin/payments/:id',
      onRequest: requirePermission('payments'),
      tags: ['Administration'],
      isStaff: true,
    },
  ];
  for (const { path, onRequest, tags, isStaff } of readers) {
    api.get(
      `${path}/invoice.pdf`,
      {
        onRequest,
        schema: {
          tags,
          summary: 'Download the invoice of a payment, by default its last version',
          params: idParams,
          querystring: versionQuery,
          ...pdf,
        },
      },
      async (request, reply) => {
        const accountId = isStaff ? null : requireUser(request).accountId;
        const { version } = request.query;
        return sendPdf(reply, await renderInvoice(deps, { accountId, paymentId: request.params.id, version }));
      },
    );

    api.get(
      `${path}/credit-notes/:number`,
      { onRequest, schema: { tags, summary: 'Download the credit note of a refund', params: noteParams, ...pdf } },
      async (request, reply) => {
        const accountId = isStaff ? null : requireUser(request).accountId;
        const { id: paymentId, number } = request.params;
        return sendPdf(reply, await renderCreditNote(deps, { accountId, paymentId, number }));
      },
    );
  }

  api.post(
    '/api/user/payments/:id/invoice-versions',
    {
      onRequest: requireSignedIn,
      schema: {
        tags: ['Payments'],
        summary: 'Reissue the invoice of a payment with other details of the buyer',
        params: idParams,
        body: billingSchema,
        response: {
          201: z.object({ version: z.number().int() }),
          ...errorResponses,
          404: apiErrorSchema,
          409: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const version = await reissueInvoice(deps, { accountId, paymentId: request.params.id, billing: request.body });
      return reply.code(201).send({ version });
    },
  );

  const billing = { tags: ['Payments'], response: { 200: billingSchema, ...errorResponses } };
  api.get(
    '/api/user/billing',
    { onRequest: requireSignedIn, schema: { ...billing, summary: 'Retrieve what invoices of the account say' } },
    (request) => findBilling(db, requireUser(request).accountId),
  );

  api.put(
    '/api/user/billing',
    {
      onRequest: requireSignedIn,
      schema: { ...billing, summary: 'Set what invoices of the account say', body: billingSchema },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      await saveBilling(db, accountId, request.body);
      return findBilling(db, accountId);
    },
  );
}

function sendPdf(reply: FastifyReply, { number, pdf }: PaymentDocument): Buffer {
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${number}.pdf"`);
  return pdf;
}
