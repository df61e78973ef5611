import { z } from 'zod';
import type { Issue } from '../../domain/base/errors.ts';
import { olderFractionNames } from '../../domain/base/fraction-names.ts';
import { issuesOf, parseInTurns } from '../../domain/base/parse-input.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { noSuchMember } from '../../domain/base/spelling.ts';
import { formatCount } from '../../domain/base/words.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import type { Operation } from './operation.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** The allowed members of an object in a body. Clients may send back the read-only members of a response. */
type Members = {
  /** By name. The value is null unless the member is an object or a list of objects. */
  readonly own: ReadonlyMap<string, Members | null>;
  readonly readOnly: ReadonlySet<string>;
};

type Ignored = {
  readonly path: readonly (string | number)[];
  readonly members: Members;
  readonly around: Members | null;
};

/** Maximum number of ignored members that are listed, so that no input makes the response too long. */
export const mostTold = 20;

const membersOfOperations = new WeakMap<Operation, Promise<Members | null>>();

function membersOf(operation: Operation, inputs: Inputs): Promise<Members | null> {
  const known = membersOfOperations.get(operation) ?? membersFor(operation, inputs);
  membersOfOperations.set(operation, known);
  return known;
}

/** A merge patch without the members that only responses have, so that a record can be sent as read. */
export async function withoutReadOnly(patch: unknown, operation: Operation, inputs: Inputs): Promise<unknown> {
  const members = await membersOf(operation, inputs);
  return members ? withoutReadOnlyOf(members, patch) : patch;
}

function withoutReadOnlyOf({ own, readOnly }: Members, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const kept = Object.entries(patch).filter(([name]) => !readOnly.has(name) || olderFractionNames.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const members = own.get(name);
      return [name, members ? withoutReadOnlyOf(members, value) : value];
    }),
  );
}

async function ignoredMembers(
  sent: unknown,
  operation: Operation,
  inputs: Inputs,
  most: number,
): Promise<{ readonly told: Ignored[]; readonly more: number }> {
  // The schema of a patch reports unknown members itself.
  const members = operation.body?.isPatch ? null : await membersOf(operation, inputs);
  const told: Ignored[] = [];
  let more = 0;
  const isBareBatch = operation.body?.entries !== undefined && Array.isArray(sent);
  if (members && !isBareBatch) {
    visit(sent, members, null, [], (ignored) => {
      if (told.length < most) told.push(ignored);
      else more += 1;
    });
  }
  return { told, more };
}

/**
 * Warnings about ignored members. They appear only in the response, because they are about the request, not the record.
 */
export async function warningsAbout(
  sent: unknown,
  operation: Operation,
  inputs: Inputs,
  most = mostTold,
): Promise<Notice[]> {
  const { told, more } = await ignoredMembers(sent, operation, inputs, most);
  const warnings = told.map((one) => ({ code, pointer: pointerOf(one.path), message: sentenceOf(one) }));
  if (more === 0) return warnings;
  const others = told.length === 0 ? '' : 'more ';
  const were = formatCount(more, `${others}member was`, `${others}members were`);
  return [...warnings, { code, pointer: '', message: `${were} ignored.` }];
}

const code = 'MEMBER_IGNORED' as const;

/**
 * With `Prefer: handling=strict`: the `INVALID_INPUT` issues for ignored members, followed by the other issues of a
 * domain input, so that one attempt finds them all. Empty if no member was ignored.
 */
export async function unknownMembers(sent: unknown, operation: Operation, inputs: Inputs): Promise<Issue[]> {
  const { told } = await ignoredMembers(sent, operation, inputs, mostTold);
  if (told.length === 0) return [];
  const unknown = told.map((one) => ({ path: one.path.map(String), code: 'UNKNOWN_FIELD', message: sentenceOf(one) }));
  const schema = operation.body?.schema;
  if (typeof schema !== 'string') return unknown;
  const { error } = await parseInTurns<z.ZodType>(inputs[schema], sent, createYield());
  const others = error ? issuesOf(error).filter(({ code }) => code !== 'UNKNOWN_FIELD') : [];
  return [...unknown, ...others];
}

function visit(
  sent: unknown,
  members: Members,
  around: Members | null,
  path: readonly (string | number)[],
  tell: (ignored: Ignored) => void,
): void {
  if (Array.isArray(sent)) {
    for (const [index, one] of sent.entries()) visit(one, members, around, [...path, index], tell);
    return;
  }
  if (!isPlainObject(sent)) return;
  for (const [name, value] of Object.entries(sent)) {
    if (value === null || value === undefined || members.readOnly.has(name)) continue;
    const own = members.own.get(name);
    if (own === undefined) tell({ path: [...path, name], members, around });
    else if (own) visit(value, own, members, [...path, name], tell);
  }
}

function sentenceOf({ path, members: { own }, around }: Ignored): string {
  const name = String(path.at(-1));
  const sentence = noSuchMember(name, [...own.keys()]);
  const isHigher = around?.own.has(name) && !sentence.endsWith('?');
  return isHigher ? `${sentence} It belongs one level higher.` : sentence;
}

const pointerOf = (path: readonly (string | number)[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 200)}`).join('');

/**
 * Null for operations that have no JSON body. Building the schema of a document takes tens of milliseconds, so this
 * function yields in between.
 */
async function membersFor({ body, responses }: Operation, inputs: Inputs): Promise<Members | null> {
  if (!body) return null;
  // Entries are not checked here, because each is a separate body.
  if (body.entries) return { own: new Map([[body.entries.member, null]]), readOnly: new Set() };
  const sent = typeof body.schema === 'string' ? inputs[body.schema] : body.schema;
  const shown = [responses[200]?.schema ?? responses[201]?.schema, body.record].filter((one) => one !== undefined);
  const serveOthers = createYield();
  const taken = generated(sent, 'input');
  const answered: JsonSchema[] = [];
  for (const one of shown) {
    await serveOthers();
    answered.push(generated(one, 'output'));
  }
  await serveOthers();
  const members = membersIn([taken], answered);
  // A client may send back the response to its last request.
  return members && { ...members, readOnly: new Set([...members.readOnly, 'warnings']) };
}

function generated(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  return isPlainObject($defs) ? (inlined(json, $defs, 0) as JsonSchema) : json;
}

/** Deeper than any body. Limits the recursion in recursive schemas. */
const deepest = 60;

function inlined(json: unknown, definitions: JsonSchema, depth: number): unknown {
  if (Array.isArray(json)) return json.map((one) => inlined(one, definitions, depth));
  if (!isPlainObject(json) || depth > deepest) return json;
  const name = typeof json.$ref === 'string' ? json.$ref.replace('#/$defs/', '') : null;
  if (name !== null) return inlined(definitions[name], definitions, depth + 1);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, inlined(value, definitions, depth + 1)]));
}

function membersIn(sent: readonly JsonSchema[], shown: readonly JsonSchema[]): Members | null {
  const taken = propertiesIn(sent);
  if (taken.size === 0) return null;
  const answered = propertiesIn(shown);
  const own = [...taken].map(([name, schemas]) => [name, membersIn(schemas, answered.get(name) ?? [])] as const);
  return {
    own: new Map(own),
    readOnly: new Set([...answered.keys(), ...olderFractionNames].filter((name) => !taken.has(name))),
  };
}

/** The members of an object, or of a list's entries, in all alternatives. */
function propertiesIn(schemas: readonly JsonSchema[]): Map<string, JsonSchema[]> {
  const found = new Map<string, JsonSchema[]>();
  const collect = (schema: unknown): void => {
    if (!isPlainObject(schema)) return;
    if (isPlainObject(schema.properties)) {
      for (const [name, property] of Object.entries(schema.properties)) {
        if (isPlainObject(property)) found.set(name, [...(found.get(name) ?? []), property]);
      }
    }
    collect(schema.items);
    for (const alternatives of [schema.anyOf, schema.oneOf, schema.allOf]) {
      if (Array.isArray(alternatives)) for (const one of alternatives) collect(one);
    }
  };
  for (const schema of schemas) collect(schema);
  return found;
}
