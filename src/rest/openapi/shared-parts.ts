import { groupedBy } from '../../domain/base/grouped-by.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import type { JsonSchema } from './json-schema.ts';

type Part = {
  readonly text: string;
  readonly name: string;
  readonly put: (reference: JsonSchema) => void;
  readonly value: unknown;
};
type Shared = Readonly<Record<'parameters' | 'responses' | 'examples', Record<string, unknown>>>;

/**
 * Moves repeated parts into `components` and replaces them with references: parameters, responses, and examples of
 * operations with several addresses. This shortens the document by a third.
 */
export function* shareParts(paths: JsonSchema): Generator<void, Shared, void> {
  const operations = Object.values(paths).flatMap((item) => (isPlainObject(item) ? Object.values(item) : []));
  const all = operations.filter(isPlainObject);
  const parameters = named('parameters', all.flatMap(parametersIn));
  yield;
  const responses = named('responses', all.flatMap(responsesIn));
  yield;
  const examples = named('examples', all.flatMap(examplesIn));
  return { parameters, responses, examples };
}

function named(kind: keyof Shared, parts: readonly Part[]): Record<string, unknown> {
  const places = groupedBy(parts, ({ text }) => text);
  const values: Record<string, unknown> = {};
  for (const same of places.values()) {
    const [first] = same;
    if (!first || same.length < 2) continue;
    const name = freeName(first.name, values);
    values[name] = first.value;
    for (const { put } of same) put({ $ref: `#/components/${kind}/${name}` });
  }
  return values;
}

/** Different parts with the same name are numbered. */
export function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  const known = name.replaceAll(/[^\w.-]/g, '_');
  let free = known;
  for (let number = 2; free in taken; number++) free = `${known}-${number}`;
  return free;
}

function parametersIn({ parameters }: JsonSchema): Part[] {
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((value: JsonSchema, index) =>
    '$ref' in value ? [] : [partOf(value, `${value.in}.${value.name}`, parameters, index)],
  );
}

/** A response with a record is named after the first operation that returns it; a failure, after its codes. */
function responsesIn({ operationId, responses }: JsonSchema): Part[] {
  return Object.entries(recordOf(responses)).map(([status, value]) => {
    const isRecord = status.startsWith('2') && 'content' in recordOf(value);
    const of = isRecord ? [String(operationId)] : codesOf(value);
    return partOf(value, [status, ...of].join('.'), recordOf(responses), status);
  });
}

const codesOf = (response: unknown) =>
  Object.keys(recordOf(recordOf(recordOf(recordOf(response).content)['application/problem+json']).examples));

function examplesIn({ operationId, responses, requestBody }: JsonSchema): Part[] {
  const bodies = [requestBody, ...Object.values(recordOf(responses))].map((one) => recordOf(recordOf(one).content));
  return bodies.flatMap((content, index) =>
    Object.values(content).flatMap((body) => {
      const examples = recordOf(recordOf(body).examples);
      const said = index === 0 ? 'sent' : 'answered';
      return Object.entries(examples).flatMap(([name, value]) =>
        '$ref' in recordOf(value) ? [] : [partOf(value, `${operationId}.${name}.${said}`, examples, name)],
      );
    }),
  );
}

function partOf(value: unknown, name: string, holder: JsonSchema | unknown[], at: string | number): Part {
  const put = (reference: JsonSchema) => {
    (holder as Record<string | number, unknown>)[at] = reference;
  };
  return { text: JSON.stringify(value), name, value, put };
}

const recordOf = (value: unknown): JsonSchema => (isPlainObject(value) ? value : {});
