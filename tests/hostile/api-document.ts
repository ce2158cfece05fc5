import type { Method } from '#tests/support/api.ts';

/** A JSON schema, as far as the document of the API uses it. */
export interface Schema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';
  enum?: (string | number)[];
  const?: string | number | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  schema: Schema;
}

/** A route of the API, as its OpenAPI document describes it. */
export interface Operation {
  method: Method;
  /** With parameters in braces: `/api/ads/{id}`. */
  path: string;
  parameters: Parameter[];
  body: Schema | null;
}

interface ApiDocument {
  paths: Record<
    string,
    Record<string, { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
}

/** Every route in an OpenAPI document, such as that at `/api/openapi.json`. */
export function listOperations({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase() as Method,
      path,
      parameters: parameters.map((parameter) => ({ ...parameter, schema: separateTypes(parameter.schema) })),
      body: separateTypes(requestBody?.content['application/json']?.schema ?? null),
    })),
  );
}

/** A schema in which what has several types (`["string", "null"]`) has an alternative for each. */
function separateTypes<Value>(schema: Value): Value {
  if (Array.isArray(schema)) return schema.map(separateTypes) as Value;
  if (typeof schema !== 'object' || schema === null) return schema;
  const separated: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, separateTypes(value)]),
  );
  const { type, ...rest } = separated;
  return (Array.isArray(type) ? { anyOf: type.map((one) => ({ ...rest, type: one })) } : separated) as Value;
}
