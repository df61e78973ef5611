import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  type SelectionSetNode,
} from 'graphql';
import { currencyPlacesOf, innerResolver, isAmountField, shownAmount } from '../../base/amounts.ts';
import { collectFields, NotCompilable, type Plan } from './collect-fields.ts';
import { compileType } from './compile-type.ts';
import { type Complete, isPromise, noteCompiled, type ResolverCallOf, type Run } from './run.ts';

/** Reads one field of a record. If the value is awaited, returns null and fills in the result later. */
type ReadField = (
  record: Record<string, unknown>,
  run: Run,
  answer: Record<string, unknown>,
  places: number,
) => unknown;

export function compileObject(plan: Plan, type: GraphQLObjectType, selections: readonly SelectionSetNode[]): Complete {
  if (type.isTypeOf) throw new NotCompilable(`isTypeOf of ${type.name}`);
  const nodes = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  for (const selection of selections) collectFields(plan, type, selection, nodes, seen);
  const fields = [...nodes].map(([key, fieldNodes]) => ({ key, read: compileField(plan, type, key, fieldNodes) }));
  const own = currencyPlacesOf(type);
  return (value, run, outerPlaces) => {
    if (value instanceof Error) throw value;
    const answer: Record<string, unknown> = {};
    const places = own ? own(value) : outerPlaces;
    run.done++;
    // Every field is set here, with null for awaited values, to keep the order of the query.
    for (const { key, read } of fields) {
      answer[key] = read(value as Record<string, unknown>, run, answer, places);
    }
    return answer;
  };
}

function compileField(plan: Plan, parentType: GraphQLObjectType, key: string, nodes: FieldNode[]): ReadField {
  const name = nodes[0]!.name.value;
  if (name === '__typename') return () => parentType.name;
  const field = parentType.getFields()[name];
  if (!field) throw new NotCompilable(`the field ${name}`);
  const shown = compileType(plan, field.type, nodes, compileObject);
  const complete = isAmountField(field) ? padding(shown) : shown;
  const resolve = innerResolver(field);
  if (resolve === defaultFieldResolver) return (record, run, _answer, places) => complete(record[name], run, places);
  const callOf = compileCall(plan, parentType, field, nodes);
  const isRoot = parentType === plan.schema.getRootType(plan.operation.operation);
  return (record, run, answer, places) => {
    run.done++;
    const { args, info } = callOf(run);
    const value: unknown = isRoot
      ? keptResult(run, key, () => resolve(record, args, run.context, info))
      : resolve(record, args, run.context, info);
    if (!isPromise(value)) return complete(value, run, places);
    run.defer(value, (settled) => {
      answer[key] = complete(settled, run, places);
    });
    return null;
  };
}

/** Keeps the result or error of a root resolver for graphql-js, so that the resolver is not called again. */
function keptResult(run: Run, key: string, resolve: () => unknown): unknown {
  try {
    const value = resolve();
    run.rootResults.set(key, value);
    return value;
  } catch (error) {
    const failed = Promise.reject(error);
    failed.catch(() => undefined);
    run.rootResults.set(key, failed);
    throw error;
  }
}

function padding(complete: Complete): Complete {
  return (value, run, places) => complete(shownAmount(places, value), run, places);
}

/** The arguments and the info of a resolver, created once per run for all records of a list. */
function compileCall(
  { schema, operation, fragments }: Plan,
  parentType: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  fieldNodes: FieldNode[],
): ResolverCallOf {
  const place = { fieldName: field.name, fieldNodes, returnType: field.type, parentType, schema, fragments, operation };
  const callOf: ResolverCallOf = ({ calls, variables }) => {
    const known = calls.get(callOf);
    if (known) return known;
    const call = {
      args: getArgumentValues(field, fieldNodes[0]!, variables),
      info: noteCompiled({
        ...place,
        rootValue: undefined,
        variableValues: variables,
        // The path differs between records, so it is not tracked. A resolver that reads it runs on graphql-js.
        get path(): never {
          throw new NotCompilable('a path');
        },
      }),
    };
    calls.set(callOf, call);
    return call;
  };
  return callOf;
}
