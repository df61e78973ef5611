import { openapiDifferences } from '../../support/compatibility/openapi-differences.ts';
import type { Json } from '../../support/openapi.ts';

/** A document with one operation, `PUT /v1/things`. */
export const aDocument = (operation: Json, more: Json = {}): Json => ({
  openapi: '3.1.0',
  paths: { '/v1/things': { put: operation } },
  ...more,
});

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

/** A document with this schema in the request of the operation. */
export const inRequests = (schema: Json, schemas: Json = {}): Json =>
  aDocument({ requestBody: json(schema), responses: {} }, { components: { schemas } });

/** A document with this schema in the response of the operation. */
export const inResponses = (schema: Json, schemas: Json = {}): Json =>
  aDocument({ responses: { 200: json(schema) } }, { components: { schemas } });

export const object = (properties: Json, ...required: readonly string[]): Json => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** The findings, without their common place. */
export function findings(released: Json, current: Json): string[] {
  const places = /^In (the body|the 200 response) of PUT \/v1\/things, /;
  return openapiDifferences(released, current).map((finding) => finding.replace(places, ''));
}
