import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { MAX_UPLOAD_PART_BYTES } from '#contract/imports/limits.ts';
import {
  importUploadSchema,
  newUploadSchema,
  runOptionsSchema,
  uploadPartQuerySchema,
  uploadPreviewRequestSchema,
  uploadPreviewSchema,
} from '#contract/imports/uploads.ts';
import { z } from '#contract/zod.ts';
import { discardUpload } from '#server/import/uploads/discard-upload.ts';
import { listKeptReports, toDataPath, toDryRunReportPath } from '#server/import/uploads/files.ts';
import { receivePart } from '#server/import/uploads/receive-part.ts';
import { markStopped } from '#server/import/uploads/run-upload.ts';
import { ProcessEnded } from '#server/import/uploads/upload-process.ts';
import {
  beginRun,
  cancelRun,
  createUpload,
  findUpload,
  listUploads,
  type UploadDeps,
} from '#server/import/uploads/uploads.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { Conflict, HttpError, Invalid, NotFound } from '#server/platform/http/errors.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';

const onRequest = requirePermission('imports');

const RATE_LIMIT = { limit: 300, windowSeconds: 60 * 60 };
const PATH = '/api/admin/import-uploads';
const params = z.object({ id: idSchema });

/** Uploads a file to import, shows what it would become, and imports it. */
export async function adminImportUploadRoutes(api: Api, { importUploads }: { importUploads: UploadDeps }) {
  uploadRoutes(api, importUploads);
  await partRoute(api, importUploads);
  previewRoute(api, importUploads);
  runRoutes(api, importUploads);
  discardRoute(api, importUploads);
  reportRoutes(api, importUploads);
}

function uploadRoutes(api: Api, uploads: UploadDeps) {
  const { db } = uploads;

  api.get(
    PATH,
    {
      onRequest,
      schema: {
        tags,
        summary: 'List uploaded files to import, newest first, with the progress of what runs',
        response: { 200: z.array(importUploadSchema), ...errorResponses },
      },
    },
    () => listUploads(db),
  );

  api.post(
    PATH,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Announce a file of at most 2 GB, whose parts follow',
        body: newUploadSchema,
        response: { 201: importUploadSchema, 429: apiErrorSchema, 507: apiErrorSchema, ...changeErrorResponses },
      },
    },
    async (request, reply) => {
      await limit(db, request);
      return reply.code(201).send(await createUpload(uploads, request.body));
    },
  );
}

// In its own scope: no other route takes such bodies.
const partRoute = (api: Api, uploads: UploadDeps) =>
  api.register(async (parts: Api) => {
    parts.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
    parts.put(
      `${PATH}/:id/content`,
      {
        config: { octetStream: true },
        bodyLimit: MAX_UPLOAD_PART_BYTES,
        onRequest,
        schema: {
          tags,
          summary: 'Send the next part of a file, at most 4 MB',
          consumes: ['application/octet-stream'],
          params,
          querystring: uploadPartQuerySchema,
          response: { 200: importUploadSchema, 413: apiErrorSchema, 507: apiErrorSchema, ...changeErrorResponses },
        },
      },
      async (request) => {
        const { accountId: by } = requireUser(request);
        const { body } = request;
        if (!isStream(body)) throw new Invalid(t('The part is empty.'));
        return receivePart(uploads, { id: request.params.id, offset: request.query.offset, by }, body);
      },
    );
  });

function previewRoute(api: Api, uploads: UploadDeps) {
  const { db } = uploads;

  api.post(
    `${PATH}/:id/preview`,
    {
      onRequest,
      schema: {
        tags,
        summary: 'The columns of a file, a guess of what they hold, and its first rows as listings',
        params,
        body: uploadPreviewRequestSchema,
        response: { 200: uploadPreviewSchema, 429: apiErrorSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      const { key, file, state } = await findUpload(db, request.params.id);
      if (state === 'uploading') throw new Conflict(t('The file is not complete yet.'));
      await limit(db, request);
      const { options } = request.body;
      try {
        return await uploads.processes.preview({ path: toDataPath(uploads.folder, key), name: file, options });
      } catch (error) {
        if (!(error instanceof ProcessEnded)) throw error;
        throw new HttpError(422, ENDED_MESSAGE);
      }
    },
  );
}

function runRoutes(api: Api, uploads: UploadDeps) {
  const { db } = uploads;

  const runs = [
    { verb: 'dry-run', summary: 'Begin to count what an import would do, which changes nothing', isDryRun: true },
    { verb: 'start', summary: 'Begin to import a file, or continue an import that has stopped', isDryRun: false },
  ];
  for (const { verb, summary, isDryRun } of runs) {
    api.post(
      `${PATH}/:id/${verb}`,
      {
        onRequest,
        schema: {
          tags,
          summary,
          params,
          body: z.object({ options: runOptionsSchema.nullable() }),
          response: { 200: importUploadSchema, 429: apiErrorSchema, ...changeErrorResponses },
        },
      },
      async (request) => {
        const { id } = request.params;
        const { accountId: by } = requireUser(request);
        await limit(db, request);
        const upload = await beginRun(db, { id, isDryRun, options: request.body.options, by });
        uploads.processes.run({ uploadId: id, isDryRun, account: by }, uploads.folder).catch(async (error) => {
          request.log.error({ err: error }, 'the file was not read to its end');
          // The process could not record its end. If this fails too, it counts as ended after 30 seconds.
          if (error instanceof ProcessEnded) await markStopped(db, id, ENDED_MESSAGE).catch(() => {});
        });
        return upload;
      },
    );
  }

  api.post(
    `${PATH}/:id/cancel`,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Stop a dry run or import; an import can continue or be undone',
        params,
        response: { 200: importUploadSchema, ...changeErrorResponses },
      },
    },
    (request) => cancelRun(db, { id: request.params.id, by: requireUser(request).accountId }),
  );
}

function discardRoute(api: Api, uploads: UploadDeps) {
  api.delete(
    `${PATH}/:id`,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Remove an uploaded file; what was imported from it stays',
        params,
        response: { 200: messageResponseSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      await discardUpload(uploads, request.params.id);
      return { message: t('The file was removed.') };
    },
  );
}

function reportRoutes(api: Api, { db, folder }: UploadDeps) {
  api.get(`${PATH}/:id/dry-run.csv`, { onRequest, schema: { hide: true, params } }, async (request, reply) => {
    const { id } = request.params;
    const { key } = await findUpload(db, id);
    return sendCsv(reply, toDryRunReportPath(folder, key), `dry-run-${id}.csv`);
  });

  api.get(
    '/api/admin/imports/:id/report.csv',
    { onRequest, schema: { hide: true, params } },
    async (request, reply) => {
      const { id } = request.params;
      return sendCsv(reply, (await listKeptReports(folder)).get(id), `import-${id}.csv`);
    },
  );
}

const limit = (db: Kysely<DB>, request: FastifyRequest) =>
  consumeRateLimit(db, `imports:${requireUser(request).accountId}`, RATE_LIMIT);

const ENDED_MESSAGE = defineMessage(
  'The server could not read the file: it may need more memory than there is. Split it, or write it with smaller row groups.',
);

const isStream = (body: unknown): body is AsyncIterable<Buffer> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

async function sendCsv(reply: FastifyReply, path: string | undefined, name: string) {
  const found = path && (await stat(path).catch(() => null));
  if (!found) throw new NotFound(t('This file is no longer kept.'));
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': found.size,
      'content-disposition': `attachment; filename="${name}"`,
    })
    .send(createReadStream(path, { end: Math.max(0, found.size - 1) }));
}
