import type { HonoRequest } from 'hono';
import type { Operation } from './operation.ts';
import type { Method, Reply } from './route.ts';

/** Whether the client sent this preference (RFC 7240), such as `return=minimal`. */
export function prefers(request: HonoRequest, name: string, value: string): boolean {
  const preferences = request.header('prefer')?.split(/[,;]/) ?? [];
  const wanted = `${name}=${value}`;
  return preferences.some((one) => one.replaceAll(/[\s"]/g, '').toLowerCase() === wanted);
}

/** Whether the client prefers a refusal to a guess. */
export const isStrict = (request: HonoRequest): boolean => prefers(request, 'handling', 'strict');

/** The preferences that an operation follows, each with what it does. */
export function preferencesOf(method: string, operation: Operation): ReadonlyMap<string, string> {
  const { isCounted, isShownOnRequest, query, body } = operation;
  return new Map<string, string>([
    ...(canBeShort(method, operation)
      ? ([['return=minimal', 'the response is 204, or 201 without a body: the record is omitted']] as const)
      : []),
    ...(isShownOnRequest ? ([['return=representation', 'the response has the stored records']] as const) : []),
    ...(isCounted ? ([['count=exact', 'X-Total-Count has the number of all records']] as const) : []),
    ...(query ? ([['handling=lenient', 'unknown query parameters are ignored']] as const) : []),
    ...handledStrictly(query !== undefined, body),
  ]);
}

function handledStrictly(hasQuery: boolean, body: Operation['body']): readonly (readonly [string, string])[] {
  const ofQuery = 'unknown query parameters are refused, which is the default';
  const ofBody = body?.entries
    ? 'records with unknown members are refused, instead of warned about'
    : `unknown members of the body are refused, ${body?.isPatch ? 'which is the default' : 'instead of warned about'}`;
  const refused = [...(body ? [ofBody] : []), ...(hasQuery ? [ofQuery] : [])];
  return refused.length > 0 ? [['handling=strict', refused.join('; ')]] : [];
}

/** Whether the response can leave out the record. */
export const canBeShort = (method: string, { isTagged }: Operation): boolean =>
  isTagged === true && (method === 'PUT' || method === 'PATCH');

/** Whether the client wants the stored records in the response. */
export const wantsRepresentation = (request: HonoRequest): boolean => prefers(request, 'return', 'representation');

/** The reply to a write without the record, for clients with `Prefer: return=minimal`. Its headers still have the ETag. */
export function shortened(reply: Reply, method: Method, request: HonoRequest): Reply {
  if (method === 'GET' || reply.headers?.ETag === undefined || reply.status > 201) return reply;
  if (!prefers(request, 'return', 'minimal')) return reply;
  const status = reply.status === 200 ? 204 : reply.status;
  return { status, body: null, headers: reply.headers };
}

/** Names the preferences that a successful reply follows. */
export function confirmed(reply: Reply, method: Method, operation: Operation | undefined, request: HonoRequest): Reply {
  if (!operation || reply.status >= 300 || request.header('prefer') === undefined) return reply;
  const followed = [...preferencesOf(method, operation).keys()].filter((preference) => {
    const [name = '', value = ''] = preference.split('=');
    return prefers(request, name, value) && (name !== 'return' || value !== 'minimal' || reply.body === null);
  });
  if (followed.length === 0) return reply;
  return { ...reply, headers: { ...reply.headers, 'Preference-Applied': followed.join(', ') } };
}
