import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { type ListingFields, listingFormSchema } from '#contract/listing-form.ts';
import { type OwnerListing, postedListingSchema } from '#contract/owner-listings.ts';
import { paymentResultSchema } from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import { errorResponses, requireSignedIn } from '../accounts/routes.ts';
import type { Api } from '../http/api.ts';
import { Conflict, fromZodError, Invalid } from '../http/errors.ts';
import { requireUser } from '../http/sessions.ts';
import { idempotencyHeaders } from '../listings/owner-routes.ts';
import { findOwnerListing } from '../listings/read/owner-listings.ts';
import { post } from '../listings/write/posting.ts';
import { postPaidListing } from './credits.ts';
import { getOutcome } from './outcome.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { settle } from './settlement.ts';

// The fields of a listing and of its payment, and a few more that older forms send.
const FORM_LIMITS = { fields: 60, files: 0, parts: 60, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 20 };

/** The fields of a paid form beside those of the listing (docs/product.md, Payments). */
const paidFormSchema = z.object({
  paymentIntent: z.string().regex(/^pi_\w{1,250}$/, 'This is no payment intent'),
  isPremium: z.literal('true'),
});

/**
 * `POST /api/ads`: publishes a listing. As JSON a free one, or a premium one for a credit; as a form, what a payment was
 * made for.
 */
export async function postListingRoute(api: Api, deps: PaymentDeps) {
  await api.register(async (scope: Api) => {
    await scope.register(fastifyMultipart, { limits: FORM_LIMITS });
    scope.post(
      '/api/ads',
      {
        config: { multipart: 'or JSON' },
        onRequest: requireSignedIn,
        schema: {
          tags: ['One’s own listings'],
          summary: 'Publishes a listing: a free one, or one that was paid for',
          consumes: ['application/json', 'multipart/form-data'],
          headers: idempotencyHeaders,
          response: {
            200: postedListingSchema,
            201: postedListingSchema,
            202: paymentResultSchema,
            ...errorResponses,
            402: apiErrorSchema,
            404: apiErrorSchema,
            503: apiErrorSchema,
          },
        },
      },
      async (request, reply) => {
        const ownerId = requireUser(request).accountId;
        const key = request.headers['idempotency-key'] as string | undefined;
        if (request.isMultipart()) {
          const posted = await postListingByPayment(deps, ownerId, await readFormFields(request), key);
          return 'outcome' in posted ? reply.code(202).send(posted) : reply.code(201).send(posted);
        }
        const fields = parseForm(request.body);
        if (fields.premium) {
          const ad = await postPaidListing(deps, { ownerId, fields, key });
          return reply.code(201).send({ ad, message: successMessage(ad) });
        }
        const { ad, isNew } = await post(deps, { ownerId, fields, key });
        return reply.code(isNew ? 201 : 200).send({ ad, message: 'Your free listing has been published.' });
      },
    );
  });
}

const successMessage = ({ level }: OwnerListing) => `Your ${level} listing is live.`;

/** Settles the payment; one that was made for no listing buys the one that the form describes. */
async function postListingByPayment(deps: PaymentDeps, ownerId: number, form: Record<string, string>, key?: string) {
  const { paymentIntent } = parse(paidFormSchema, form);
  const settled = await settle(deps, paymentIntent, ownerId);
  const outcome = await getOutcome(deps, settled);
  switch (outcome.outcome) {
    case 'listed':
      if (!outcome.ad) throw new Conflict('The listing that this was paid for is gone.');
      return {
        ad: await findOwnerListing(deps.db, deps.gazetteer, { ownerId, id: outcome.ad.id }),
        message: outcome.message,
      };
    case 'credit': {
      const fields = listingFormSchema.safeParse(toListingForm(form));
      if (!fields.success) throw new Conflict(outcome.message);
      const ad = await postPaidListing(deps, { ownerId, fields: fields.data, key, paymentId: outcome.paymentId });
      return { ad, message: successMessage(ad) };
    }
    case 'processing':
      return outcome;
    default:
      throw new Conflict(outcome.message);
  }
}

async function readFormFields(request: FastifyRequest): Promise<Record<string, string>> {
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

const NON_TEXT_FIELDS = new Set(['tagIds', 'hours', 'languages', 'logo', 'photos', 'tags', 'faq', 'review']);

/** What a form of flat texts says of a listing: lists and times are not in it, profiles are `socialMedia.{platform}`. */
function toListingForm(fields: Record<string, string>) {
  const profiles = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith('socialMedia.') && value !== '' ? [[name.slice('socialMedia.'.length), value]] : [],
  );
  const { yearFounded, ...texts } = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !NON_TEXT_FIELDS.has(name)),
  );
  return {
    ...texts,
    premium: true,
    socialMedia: Object.fromEntries(profiles),
    yearFounded: /^\d{4}$/.test(yearFounded ?? '') ? Number(yearFounded) : null,
  };
}

const parseForm = (body: unknown): ListingFields => parse(listingFormSchema, body);

/** As the schema of a route would; this one takes two kinds of bodies. */
function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw fromZodError('Invalid input', parsed.error);
}
