import type { HonoRequest } from 'hono';
import type { Method, Reply } from './route.ts';

/** Whether the client sent this preference (RFC 7240), such as `return=minimal`. */
export function prefers(request: HonoRequest, name: string, value: string): boolean {
  const preferences = request.header('prefer')?.split(/[,;]/) ?? [];
  const wanted = `${name}=${value}`;
  return preferences.some((one) => one.replaceAll(/[\s"]/g, '').toLowerCase() === wanted);
}

/** The header that confirms an honoured preference. */
export const applied = (preference: string) => ({ 'Preference-Applied': preference });

/** The reply to a write without the record, for clients with `Prefer: return=minimal`. Its headers still have the ETag. */
export function shortened(reply: Reply, method: Method, request: HonoRequest): Reply {
  if (method === 'GET' || reply.headers?.ETag === undefined || reply.status > 201) return reply;
  if (!prefers(request, 'return', 'minimal')) return reply;
  const status = reply.status === 200 ? 204 : reply.status;
  return { status, body: null, headers: { ...reply.headers, ...applied('return=minimal') } };
}
