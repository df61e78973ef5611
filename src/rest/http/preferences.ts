import type { HonoRequest } from 'hono';
import type { Operation } from './operation.ts';
import type { Method, Reply } from './route.ts';

/** Whether the client sent this preference (RFC 7240), such as `return=minimal`. */
export function prefers(request: HonoRequest, name: string, value: string): boolean {
  const preferences = request.header('prefer')?.split(/[,;]/) ?? [];
  const wanted = `${name}=${value}`;
  return preferences.some((one) => one.replaceAll(/[\s"]/g, '').toLowerCase() === wanted);
}

export const isStrict = (request: HonoRequest): boolean => prefers(request, 'handling', 'strict');

/** The preferences that an operation supports, with their effects. */
export function preferencesOf(method: string, operation: Operation): ReadonlyMap<string, string> {
  const { isCounted, isShownOnRequest, query, body } = operation;
  return new Map<string, string>([
    ...(canBeShort(method, operation) ? ([['return=minimal', 'returns 204, or 201 without a body']] as const) : []),
    ...(isShownOnRequest ? ([['return=representation', 'returns the stored records']] as const) : []),
    ...(isCounted ? ([['count=exact', 'adds the total number of records in X-Total-Count']] as const) : []),
    ...(query ? ([['handling=lenient', 'ignores unknown query parameters']] as const) : []),
    ...handledStrictly(query !== undefined, body),
  ]);
}

function handledStrictly(hasQuery: boolean, body: Operation['body']): readonly (readonly [string, string])[] {
  const ofQuery = 'refuses unknown query parameters (default)';
  const ofBody = body?.entries
    ? 'refuses records with unknown members instead of warning'
    : `refuses unknown members of the body${body?.isPatch ? ' (default)' : ' instead of warning'}`;
  const refused = [...(body ? [ofBody] : []), ...(hasQuery ? [ofQuery] : [])];
  return refused.length > 0 ? [['handling=strict', refused.join('; ')]] : [];
}

/** Whether the response can omit the record. */
export const canBeShort = (method: string, { isTagged }: Operation): boolean =>
  isTagged === true && (method === 'PUT' || method === 'PATCH');

/** Whether the client requests the stored records in the response. */
export const wantsRepresentation = (request: HonoRequest): boolean => prefers(request, 'return', 'representation');

/**
 * For `Prefer: return=minimal`: the reply to a write without the record, but with its ETag. Other replies are returned
 * unchanged.
 */
export function shortened(reply: Reply, method: Method, request: HonoRequest): Reply {
  if (method === 'GET' || reply.headers?.ETag === undefined || reply.status > 201) return reply;
  if (!prefers(request, 'return', 'minimal')) return reply;
  const status = reply.status === 200 ? 204 : reply.status;
  return { status, body: null, headers: reply.headers };
}

/** Lists the preferences that a successful reply applied. */
export function confirmed(reply: Reply, method: Method, operation: Operation | undefined, request: HonoRequest): Reply {
  if (!operation || reply.status >= 300 || request.header('prefer') === undefined) return reply;
  const followed = [...preferencesOf(method, operation).keys()].filter((preference) => {
    const [name = '', value = ''] = preference.split('=');
    return prefers(request, name, value) && (name !== 'return' || value !== 'minimal' || reply.body === null);
  });
  if (followed.length === 0) return reply;
  return { ...reply, headers: { ...reply.headers, 'Preference-Applied': followed.join(', ') } };
}
