import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import { externalIdInput, serviceIdInput, sourceInput } from '../../domain/base/fields.ts';
import { issuesOf, parseInput, parseInTurns } from '../../domain/base/parse-input.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import { requireSameKey } from '../../domain/base/record-name.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { inParameter } from './problem.ts';

const keyInput = z.object({ source: sourceInput, externalId: externalIdInput });
const serviceIdParameter = z.object({ serviceId: serviceIdInput });

/** The key in the path. */
export function keyOf(request: HonoRequest): NaturalKey {
  return parseParameters(keyInput, keyParameters(request));
}

export function serviceIdOf(request: HonoRequest): string {
  return parseParameters(serviceIdParameter, { serviceId: parameter(request, 'serviceId') }).serviceId;
}

/**
 * Reads a body whose key must match the path. Issues in the path and in the body, and any mismatch, are reported
 * together.
 */
export async function parseKeyedBody<Schema extends z.ZodType<NaturalKey>>(
  schema: Schema,
  request: HonoRequest,
  body: unknown,
): Promise<z.output<Schema>> {
  const issues: Issue[] = [];
  const key = keyInput.safeParse(keyParameters(request));
  if (!key.success) issues.push(...issuesOf(key.error).map(inParameter('path')));
  const input = await parseInTurns(schema, body, createYield());
  if (!input.success) issues.push(...issuesOf(input.error));
  if (key.success) issues.push(...mismatches(key.data, input.success ? input.data : readableKey(body, key.data)));
  if (!input.success || issues.length > 0) throw invalidInput(issues);
  return input.data;
}

/**
 * Replaces an unreadable member with the one in the path, because it has its own issue and must not also be reported as
 * a mismatch.
 */
function readableKey(body: unknown, path: NaturalKey): NaturalKey {
  const read = (schema: z.ZodType<string>, member: keyof NaturalKey): string => {
    const value = typeof body === 'object' && body !== null && member in body ? body[member as never] : undefined;
    return schema.safeParse(value).data ?? path[member];
  };
  return { source: read(sourceInput, 'source'), externalId: read(externalIdInput, 'externalId') };
}

function mismatches(path: NaturalKey, body: NaturalKey): readonly Issue[] {
  try {
    requireSameKey(path, body);
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.issues;
    throw error;
  }
}

function keyParameters(request: HonoRequest) {
  return { source: parameter(request, 'source'), externalId: parameter(request, 'externalId') };
}

/** A path parameter, decoded once; it may contain encoded slashes. */
export function parameter(request: HonoRequest, name: string): string {
  if (request.path.includes('%') && !isWellEncoded(request.path)) {
    throw new AppError('INVALID_INPUT', 'The path is not percent-encoded UTF-8.');
  }
  return request.param(name) ?? '';
}

function isWellEncoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''; // The bundler would remove the call if its result were unused.
  } catch {
    return false;
  }
}

export function parseParameters<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  try {
    return parseInput(schema, raw);
  } catch (error) {
    throw error instanceof AppError ? invalidInput(error.issues.map(inParameter('path'))) : error;
  }
}

export function pathOfKey(noun: 'customers' | 'products' | 'transactions', { source, externalId }: NaturalKey): string {
  return `/v1/${noun}/source/${source}/externalId/${encodeURIComponent(externalId)}`;
}
