import type { Kysely } from 'kysely';
import { idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { PRIVATE_PICTURE_HEADERS, unattachedPictureRoute } from '#server/photos/unattached-pictures.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { requireParticipant, toVisitor } from './participants.ts';

const PICTURE_FILE = /^(message-[a-z0-9]{20,40})-\d{1,5}\.webp$/;

const tags = ['Conversations'];
const params = z.object({ id: idSchema });

/** Pictures of messages: only who takes part in the conversation may see them. */
export async function messagePictureRoutes(api: Api, { db, storage }: { db: Kysely<DB>; storage: Storage }) {
  await unattachedPictureRoute(
    api,
    { path: '/api/message-pictures', table: 'message_pictures', tags },
    { db, storage },
  );

  api.get(
    '/api/conversations/:id/pictures/:file',
    {
      schema: {
        hide: true,
        params: params.extend({ file: z.string().max(100) }),
      },
    },
    async (request, response) => {
      const { id, file } = request.params;
      const { side, conversation } = await requireParticipant(db, id, toVisitor(request));
      const name = PICTURE_FILE.exec(file)?.[1] ?? '';
      const found = await db
        .selectFrom('message_pictures as p')
        .leftJoin('messages as m', 'm.id', 'p.message_id')
        .select('p.name')
        .where((where) =>
          where.or([
            where('p.quote_request_id', '=', conversation.quote_request_id),
            where.and([
              where('m.conversation_id', '=', id),
              where.or([where('m.sender', '=', side), where('m.status', '=', 'sent')]),
            ]),
          ]),
        )
        .where('p.name', '=', name)
        .executeTakeFirst();
      const bytes = found ? await storage.get(file) : null;
      if (!bytes) throw new NotFound(t('Picture not found.'));
      return response.headers(PRIVATE_PICTURE_HEADERS).send(bytes);
    },
  );
}
