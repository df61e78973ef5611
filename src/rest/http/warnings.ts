import { invalidInput } from '../../domain/base/errors.ts';
import {
  largestBody,
  largestDocument,
  readJson,
  readJsonOfDocument,
  readJsonOfLists,
  readValue,
  replaceValue,
} from './body.ts';
import { unknownMembers, warningsAbout, withoutReadOnly } from './ignored-members.ts';
import { isStrict } from './preferences.ts';
import type { OpenCall, Reply, RouteOptions } from './route.ts';

/**
 * Executes an operation and lists the unknown members of its body in the response, because clients of the older service
 * send additional members. With strict handling, the request is refused first.
 */
export async function withWarnings(
  call: OpenCall,
  options: RouteOptions,
  handle: () => Promise<Reply>,
): Promise<Reply> {
  const reply = await handle();
  return reply.status < 300 ? told(reply, call, options) : reply;
}

/**
 * Also lists the unknown members when the body is refused for another reason. With strict handling, they are already
 * issues.
 */
export async function refusedWithWarnings(call: OpenCall, options: RouteOptions, reply: Reply): Promise<Reply> {
  return reply.status >= 500 || isStrict(call.request) ? reply : told(reply, call, options);
}

/** Removes read-only members from a merge patch before its route reads it. */
export async function dropReadOnly({ request, deps }: OpenCall, options: RouteOptions): Promise<void> {
  const { operation } = options;
  if (!operation?.body?.isPatch) return;
  const patch = await reading(request, options).catch(() => undefined); // The route itself reports the error.
  if (patch !== undefined) replaceValue(request, await withoutReadOnly(patch, operation, deps.inputs));
}

/** For `Prefer: handling=strict`. Throws `INVALID_INPUT` with an issue for each unknown member and all other issues. */
export async function requireKnownMembers({ request, deps }: OpenCall, options: RouteOptions): Promise<void> {
  const { operation } = options;
  if (!operation?.body || !isStrict(request)) return;
  const body = await reading(request, options).catch(() => null); // The route itself reports the error.
  const issues = await unknownMembers(body, operation, deps.inputs);
  if (issues.length > 0) throw invalidInput(issues);
}

function reading(request: OpenCall['request'], { operation, mostBytes = largestBody }: RouteOptions): Promise<unknown> {
  if (operation?.body?.entries) return readJsonOfLists(request, mostBytes);
  return mostBytes === largestDocument ? readJsonOfDocument(request) : readJson(request, mostBytes);
}

/** The reply is already text, so warnings are inserted before its closing brace. */
async function told(reply: Reply, { request, deps }: OpenCall, { operation }: RouteOptions): Promise<Reply> {
  const sent = operation?.body ? readValue(request) : undefined;
  const warnings = sent === undefined ? [] : await warningsAbout(sent, operation!, deps.inputs);
  const { body } = reply;
  if (warnings.length === 0 || typeof body !== 'string' || !body.startsWith('{')) return reply;
  const members = body.slice(0, -1);
  return { ...reply, body: `${members}${members === '{' ? '' : ','}"warnings":${JSON.stringify(warnings)}}` };
}
