import { readFileSync } from 'node:fs';
import type { FastifySchema, RouteOptions } from 'fastify';
import { requireSignedIn } from '#server/platform/http/sessions.ts';

/** The document, as far as it is completed. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

/** An operation of the document. */
interface Operation {
  operationId?: string;
  responses: Record<string, object>;
  parameters?: { name: string; schema: { type?: string }; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

/** Who may use an operation: API keys, as a rule also sessions; an empty list for everybody. */
export function describeSecurity({ config, onRequest, url }: RouteOptions): Record<string, string[]>[] {
  if (config?.keyScope) return [{ apiKey: [] }, { session: [] }];
  const needsSession = /^\/api\/(?:user|admin)\//.test(url) || [onRequest].flat().includes(requireSignedIn);
  return needsSession ? [{ session: [] }] : [];
}

/** The files that a route answers with, which no schema describes. */
export function describeFiles({ produces, response }: FastifySchema) {
  if (Object.keys(response ?? {}).some((status) => /^[23]/.test(status))) return undefined;
  const types = produces ?? ['application/octet-stream'];
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  return { description: 'A file', content };
}

/**
 * Completes the operations of the document: each gets an id ('getUserAdsById'), a response for whatever is refused, and the example of its
 * request. `tests/authorization.test.ts` sends the examples, and writes them.
 */
export function completeOperations(paths: ApiDocument['paths']) {
  const examples: Record<string, RequestExample> = JSON.parse(readFileSync(EXAMPLES, 'utf8'));
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      operation.operationId = toOperationId(method, path);
      const isRefusable = Object.keys(operation.responses).some((status) => status.startsWith('4'));
      if (!isRefusable) operation.responses['4XX'] = ANY_ERROR;
      const example = examples[`${method.toUpperCase()} ${path}`];
      if (example) addExample(operation, example);
    }
  }
}

const EXAMPLES = new URL('examples.json', import.meta.url);

/** What a request sends: its parameters by name, and its body. */
export interface RequestExample {
  parameters?: Record<string, string>;
  body?: unknown;
}

function addExample(operation: Operation, { parameters = {}, body }: RequestExample) {
  for (const parameter of operation.parameters ?? []) {
    const value = parameters[parameter.name];
    if (value === undefined) continue;
    // A text in the address, and a number or truth in the schema.
    const { type } = parameter.schema;
    parameter.example = type === undefined || type === 'string' ? value : JSON.parse(value);
  }
  const content = operation.requestBody?.content['application/json'];
  if (content && body !== undefined) content.example = body;
}

const ANY_ERROR = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function toOperationId(method: string, path: string): string {
  const words = path
    .replace('/api/', '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
