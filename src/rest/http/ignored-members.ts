import { z } from 'zod';
import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { olderFractionNames } from '../../domain/base/fraction-names.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { nearestTo } from '../../domain/base/spelling.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { Operation } from './operation.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** What an object of a body may have. Read-only members are those of the response, which a client sends back. */
type Members = {
  /** Null for a member whose own members are free or read-only. */
  readonly own: ReadonlyMap<string, Members | null>;
  readonly readOnly: ReadonlySet<string>;
};

type Ignored = { readonly path: readonly (string | number)[]; readonly message: string };

/** No response grows without limit, whatever was sent. */
const mostTold = 20;

const membersOfOperations = new WeakMap<Operation, Members | null>();

/** The members of a body that the operation has no use for. */
function ignoredMembers(
  sent: unknown,
  operation: Operation,
  inputs: Inputs,
): { readonly told: Ignored[]; readonly more: number } {
  const members = membersOfOperations.get(operation) ?? membersFor(operation, inputs);
  membersOfOperations.set(operation, members);
  const found: Ignored[] = [];
  let more = 0;
  if (members) {
    visit(sent, members, null, [], (ignored) => {
      if (found.length < mostTold) found.push(ignored);
      else more += 1;
    });
  }
  return { told: found, more };
}

/** Notices about them, for the response alone: they say something of the request and not of the document. */
export function ignoredNotices(sent: unknown, operation: Operation, inputs: Inputs): Notice[] {
  const { told, more } = ignoredMembers(sent, operation, inputs);
  const notices = told.map(({ path, message }) => ({ code: 'MEMBER_IGNORED', pointer: pointerOf(path), message }));
  if (more === 0) return notices;
  return [...notices, { code: 'MEMBER_IGNORED', pointer: '', message: `${more} more members were ignored.` }];
}

/** For `Prefer: handling=strict`. Throws `INVALID_INPUT` with each of them. */
export function refuseIgnored(sent: unknown, operation: Operation, inputs: Inputs): void {
  const { told } = ignoredMembers(sent, operation, inputs);
  const issues = told.map(({ path, message }): Issue => ({ path: path.map(String), code: 'UNKNOWN_FIELD', message }));
  if (issues.length > 0) throw invalidInput(issues);
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
    if (own === undefined) tell({ path: [...path, name], message: sentence(name, members, around) });
    else if (own) visit(value, own, members, [...path, name], tell);
  }
}

function sentence(name: string, { own }: Members, around: Members | null): string {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  const nearest = nearestTo(name, [...own.keys()]);
  if (nearest) return `There is no member ${shown} here. Did you mean ${nearest}?`;
  if (around?.own.has(name)) return `There is no member ${shown} here. It belongs one level higher.`;
  return `There is no member ${shown} here.`;
}

const pointerOf = (path: readonly (string | number)[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 200)}`).join('');

/** Null for an operation without a JSON body, or whose body tells by itself what it does not know. */
function membersFor({ body, responses }: Operation, inputs: Inputs): Members | null {
  if (!body || body.isPatch || body.entries) return null;
  const sent = typeof body.schema === 'string' ? inputs[body.schema] : body.schema;
  const shown = [responses[200]?.schema ?? responses[201]?.schema, body.record].filter((one) => one !== undefined);
  return membersIn(
    [generated(sent, 'input')],
    shown.map((one) => generated(one, 'output')),
  );
}

function generated(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  return isPlainObject($defs) ? (inlined(json, $defs, 0) as JsonSchema) : json;
}

/** Deeper than any body; a schema that contains itself ends there. */
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

/** The members of an object, or of the entries of a list, in any of its alternatives. */
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
