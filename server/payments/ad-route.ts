import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { type AdFields, adFormSchema } from '#contract/listing-form.ts';
import { type OwnAd, postedSchema } from '#contract/own-listings.ts';
import { outcomeSchema } from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import { failures, onlySignedIn } from '../accounts/routes.ts';
import type { Api } from '../http/api.ts';
import { Conflict, Invalid, misfit } from '../http/errors.ts';
import { signedIn } from '../http/sessions.ts';
import { idempotencyHeaders } from '../listings/own-routes.ts';
import { findOwn } from '../listings/read/own-listings.ts';
import { post } from '../listings/write/posting.ts';
import { postPaid } from './credits.ts';
import { outcomeOf } from './outcome.ts';
import type { PaymentParts } from './payment-parts.ts';
import { settle } from './settlement.ts';

// The fields of a listing and of its payment, and a few more that older forms send.
const FORM_LIMITS = { fields: 60, files: 0, parts: 60, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 20 };

/** What a form that was paid for says besides the listing (specification, section 7). */
const paidFormSchema = z.object({
  paymentIntent: z.string().regex(/^pi_\w{1,250}$/, 'This is no payment intent'),
  isPremium: z.literal('true'),
});

/**
 * `POST /api/ads`: publishes a listing. As JSON a free one, or a premium one for a credit; as a form, what a payment was
 * made for.
 */
export async function adRoute(api: Api, parts: PaymentParts) {
  await api.register(async (scope: Api) => {
    await scope.register(fastifyMultipart, { limits: FORM_LIMITS });
    scope.post(
      '/api/ads',
      {
        config: { multipart: 'or JSON' },
        onRequest: onlySignedIn,
        schema: {
          tags: ['One’s own listings'],
          summary: 'Publishes a listing: a free one, or one that was paid for',
          consumes: ['application/json', 'multipart/form-data'],
          headers: idempotencyHeaders,
          response: {
            200: postedSchema,
            201: postedSchema,
            202: outcomeSchema,
            ...failures,
            402: apiErrorSchema,
            404: apiErrorSchema,
            503: apiErrorSchema,
          },
        },
      },
      async (request, reply) => {
        const ownerId = signedIn(request).accountId;
        const key = request.headers['idempotency-key'] as string | undefined;
        if (request.isMultipart()) {
          const posted = await postByPayment(parts, ownerId, await fieldsOf(request), key);
          return 'outcome' in posted ? reply.code(202).send(posted) : reply.code(201).send(posted);
        }
        const fields = parseForm(request.body);
        if (fields.premium) {
          const ad = await postPaid(parts, { ownerId, fields, key });
          return reply.code(201).send({ ad, message: messageOf(ad) });
        }
        const { ad, isNew } = await post(parts, { ownerId, fields, key });
        return reply.code(isNew ? 201 : 200).send({ ad, message: 'Your free listing has been published.' });
      },
    );
  });
}

const messageOf = ({ level }: OwnAd) => `Your ${level} listing is live.`;

/** Settles the payment; one that was made for no listing buys the one that the form describes. */
async function postByPayment(parts: PaymentParts, ownerId: number, form: Record<string, string>, key?: string) {
  const { paymentIntent } = parse(paidFormSchema, form);
  const settled = await settle(parts, paymentIntent, ownerId);
  const outcome = await outcomeOf(parts, settled);
  switch (outcome.outcome) {
    case 'listed':
      if (!outcome.ad) throw new Conflict('The listing that this was paid for is gone.');
      return { ad: await findOwn(parts.db, parts.gazetteer, { ownerId, id: outcome.ad.id }), message: outcome.message };
    case 'credit': {
      const fields = adFormSchema.safeParse(formOf(form));
      if (!fields.success) throw new Conflict(outcome.message);
      const ad = await postPaid(parts, { ownerId, fields: fields.data, key, paymentId: outcome.paymentId });
      return { ad, message: messageOf(ad) };
    }
    case 'processing':
      return outcome;
    default:
      throw new Conflict(outcome.message);
  }
}

async function fieldsOf(request: FastifyRequest): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null);
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'field' || typeof part.value !== 'string' || part.valueTruncated) throw new Error('too long');
      fields[part.fieldname] = part.value;
    }
  } catch {
    // The parser throws errors of many kinds, and all of them are about what was sent.
    throw new Invalid('This form cannot be read.');
  }
  return fields;
}

const NO_TEXTS = new Set(['tagIds', 'hours', 'languages', 'logo', 'photos', 'tags', 'faq', 'review']);

/** What a form of flat texts says of a listing: lists and times are not in it, profiles are `socialMedia.{platform}`. */
function formOf(fields: Record<string, string>) {
  const profiles = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith('socialMedia.') && value !== '' ? [[name.slice('socialMedia.'.length), value]] : [],
  );
  const { yearFounded, ...texts } = Object.fromEntries(Object.entries(fields).filter(([name]) => !NO_TEXTS.has(name)));
  return {
    ...texts,
    premium: true,
    socialMedia: Object.fromEntries(profiles),
    yearFounded: /^\d{4}$/.test(yearFounded ?? '') ? Number(yearFounded) : null,
  };
}

const parseForm = (body: unknown): AdFields => parse(adFormSchema, body);

/** As the schema of a route would; this one takes two kinds of bodies. */
function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw misfit('Invalid input', parsed.error);
}
