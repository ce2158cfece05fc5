import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import {
  accountDeletionSchema,
  doneSchema,
  loginSchema,
  profileSchema,
  registrationSchema,
  userSchema,
} from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { addressOf, spend } from '../http/limits.ts';
import { closeSession, dropCookies, openSession, signedIn } from '../http/sessions.ts';
import { record } from './audit.ts';
import type { Belongings } from './belongings.ts';
import { deleteAccount, exportAccount } from './leaving.ts';
import { confirmationLetter, type LetterSite } from './letters.ts';
import { spendMail } from './mail-limits.ts';
import type { Post } from './post.ts';
import { register } from './registration.ts';
import { signIn } from './sign-in.ts';
import { changeProfile, findUser } from './user.ts';

/** What the routes of accounts work with. */
export interface AccountParts {
  db: Kysely<DB>;
  post: Post;
  site: LetterSite;
  belongings: Belongings[];
}

const REGISTRATIONS = { most: 20, seconds: 60 * 60 };

const tags = ['Accounts'];
/** What any of them may answer instead. */
export const failures = {
  400: apiErrorSchema,
  401: apiErrorSchema,
  403: apiErrorSchema,
  409: apiErrorSchema,
  429: apiErrorSchema,
};

/** Asked before anything that was sent is looked at: who is not signed in learns nothing else from the answer. */
export const onlySignedIn = async (request: FastifyRequest) => {
  signedIn(request);
};

/** How a verb opens a session for whoever asks, in its own transaction. */
export const opening = (request: FastifyRequest, reply: FastifyReply) => (trx: Transaction<DB>, accountId: number) =>
  openSession(trx, request, reply, accountId);

/** Coming, being and going: register, sign in and out, one's own profile, export and deletion. */
export function accountRoutes(api: Api, { db, post, site, belongings }: AccountParts) {
  api.post(
    '/api/register',
    {
      schema: {
        tags,
        summary: 'Makes an account',
        body: registrationSchema,
        response: { 201: userSchema, ...failures },
      },
    },
    async (request, reply) => {
      await spend(db, `register:${addressOf(request)}`, REGISTRATIONS);
      const { user, email, token } = await register(db, request.body);
      post.later(async () => {
        await spendMail(db, user.id);
        return confirmationLetter(site, email, token);
      });
      return reply.code(201).send(user);
    },
  );

  api.post(
    '/api/login',
    { schema: { tags, summary: 'Signs in', body: loginSchema, response: { 200: userSchema, ...failures } } },
    (request, reply) => signIn(db, { ...request.body, address: addressOf(request) }, opening(request, reply)),
  );

  api.post(
    '/api/logout',
    {
      schema: {
        tags,
        summary: 'Signs out; harmless when nobody is signed in',
        response: { 200: doneSchema, ...failures },
      },
    },
    async (request, reply) => {
      if (request.signedIn) {
        const { accountId, sessionId } = request.signedIn;
        const { username } = await findUser(db, accountId);
        await closeSession(db, reply, sessionId);
        await record(db, { kind: 'signed-out', accountId, username });
      } else dropCookies(reply);
      return { message: 'You have been successfully logged out.' };
    },
  );

  api.get(
    '/api/user',
    {
      onRequest: onlySignedIn,
      schema: { tags, summary: 'Who is signed in', response: { 200: userSchema, ...failures } },
    },
    (request) => findUser(db, signedIn(request).accountId),
  );

  api.patch(
    '/api/user',
    {
      onRequest: onlySignedIn,
      schema: { tags, summary: 'Changes the profile', body: profileSchema, response: { 200: userSchema, ...failures } },
    },
    (request) => changeProfile(db, signedIn(request).accountId, request.body),
  );

  api.get(
    '/api/user/export',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'All that is held about the account, as a file',
        response: { 200: z.record(z.string(), z.unknown()), ...failures },
      },
    },
    async (request, reply) => {
      const data = await exportAccount(db, signedIn(request), belongings);
      reply.header('content-disposition', 'attachment; filename="my-account.json"');
      return data;
    },
  );

  api.delete(
    '/api/user',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Deletes the account and what belongs to it',
        body: accountDeletionSchema,
        response: { 200: doneSchema, ...failures },
      },
    },
    async (request, reply) => {
      await deleteAccount(db, signedIn(request), request.body.password, belongings);
      dropCookies(reply);
      return { message: 'Your account has been deleted.' };
    },
  );
}
