import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { LISTING_FIELDS } from '#contract/listing-fields/listing-fields.ts';
import { listingFormSchema } from '#contract/listing-form.ts';
import { postedListingSchema } from '#contract/owner-listings.ts';
import { paymentResultSchema } from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { type PostingDeps, post } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { fromZodError, Invalid } from '#server/platform/http/errors.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { findCorrections } from './fields.ts';
import { idempotencyHeaders } from './owner-routes.ts';
import type { PaidPosting } from './paid-posting.ts';

const INVALID_INPUT = defineMessage('Invalid input');
const SOCIAL_PREFIX = 'socialMedia.';

// The fields of a listing and of its payment, and a few more that older forms send.
const FORM_LIMITS = { fields: 60, files: 0, parts: 60, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 20 };

/** The fields of a paid form beside those of the listing (docs/product.md, Payments). */
const paidFormSchema = z.object({
  paymentIntent: z.string().regex(/^pi_\w{1,250}$/, defineMessage('This isn’t a payment intent')),
  isPremium: z.literal('true'),
});

/**
 * `POST /api/ads`: publishes a listing. As JSON a free one, or a premium one for a credit; as a form, what a payment was
 * made for.
 */
export async function postListingRoute(api: Api, { paidPosting, ...deps }: PostingDeps & { paidPosting: PaidPosting }) {
  await api.register(async (scope: Api) => {
    await scope.register(fastifyMultipart, { limits: FORM_LIMITS });
    scope.post(
      '/api/ads',
      {
        config: { multipart: 'or JSON', documentedBody: listingFormSchema },
        onRequest: requireSignedIn,
        schema: {
          tags: ['Your listings'],
          summary: 'Publish a free listing, or one that has been paid for',
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
        const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
        if (request.isMultipart()) {
          const form = await readFormFields(request);
          const { paymentIntent } = parse(paidFormSchema, form);
          const listing = readListing(form);
          const posted = await paidPosting.postForPayment({ ownerId, paymentIntent, idempotencyKey, ...listing });
          if ('outcome' in posted) return reply.code(202).send(posted);
          return reply
            .code(201)
            .send({ ...posted, ...(listing.fields && findCorrections(deps.gazetteer, listing.fields)) });
        }
        const fields = parse(listingFormSchema, request.body);
        if (fields.premium)
          return reply.code(201).send({
            ...(await paidPosting.postForCredit({ ownerId, fields, idempotencyKey })),
            ...findCorrections(deps.gazetteer, fields),
          });
        const { ad, isNew } = await post(deps, { ownerId, fields, idempotencyKey });
        const message =
          ad.status === 'waiting' ? translateDefined(WAITING_MESSAGE) : t('Your free listing has been published.');
        return reply.code(isNew ? 201 : 200).send({ ad, message, ...findCorrections(deps.gazetteer, fields) });
      },
    );
  });
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
    throw new Invalid(t('We couldn’t read this form.'));
  }
  return fields;
}

/** The listing of a form, or what is wrong with it; neither where the form has no field of a listing, as of a lost draft. */
function readListing(form: Record<string, string>) {
  if (!Object.keys(form).some((name) => Object.hasOwn(LISTING_FIELDS, name) || name.startsWith(SOCIAL_PREFIX)))
    return {};
  const { data: fields, error } = listingFormSchema.safeParse(toListingForm(form));
  return error ? { refusal: fromZodError(INVALID_INPUT, error) } : { fields };
}

const NON_TEXT_FIELDS = new Set([
  'tagIds',
  'moreCategoryIds',
  'translations',
  'hours',
  'specialHours',
  'languages',
  'logo',
  'photos',
  'tags',
  'faq',
  'review',
]);

/** What a form of flat texts says of a listing: lists and times are not in it, profiles are `socialMedia.{platform}`. */
function toListingForm(fields: Record<string, string>) {
  const profiles = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(SOCIAL_PREFIX) ? [[name.slice(SOCIAL_PREFIX.length), value]] : [],
  );
  const { yearFounded, serviceRadius, ...texts } = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !NON_TEXT_FIELDS.has(name)),
  );
  return {
    ...texts,
    premium: true,
    socialMedia: Object.fromEntries(profiles),
    yearFounded: /^\d{4}$/.test(yearFounded ?? '') ? Number(yearFounded) : null,
    emailShown: fields.emailShown === 'true',
    serviceAreaOnly: fields.serviceAreaOnly === 'true',
    serviceRadius: /^\d{1,3}$/.test(serviceRadius ?? '') ? Number(serviceRadius) : null,
  };
}

/** As the schema of a route would; this one takes two kinds of bodies. */
function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw fromZodError(INVALID_INPUT, parsed.error);
}
