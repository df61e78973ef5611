import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLString,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { NotCompilable, type Plan } from './collect-fields.ts';
import { type Complete, isPromise } from './run.ts';

type CompileObject = (plan: Plan, type: GraphQLObjectType, selections: readonly SelectionSetNode[]) => Complete;

/**
 * Compiles the values of a type. `compileObject` is passed as a parameter, because it calls this function for its
 * fields.
 */
export function compileType(
  plan: Plan,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  compileObject: CompileObject,
): Complete {
  const isNonNull = isNonNullType(type);
  const complete = compileNullable(plan, isNonNull ? type.ofType : type, nodes, compileObject);
  if (!isNonNull) return (value, run, places) => (value == null ? null : complete(value, run, places));
  return (value, run, places) => {
    if (value == null) throw new Error('A non-null field is null.');
    return complete(value, run, places);
  };
}

function compileNullable(
  plan: Plan,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  compileObject: CompileObject,
): Complete {
  if (isLeafType(type)) return compileLeaf(type);
  if (isListType(type)) return compileList(compileType(plan, type.ofType, nodes, compileObject));
  const selections = nodes.flatMap((node) => node.selectionSet ?? []);
  if (isObjectType(type)) return compileObject(plan, type, selections);
  if (isAbstractType(type)) return compileAbstract(plan, type, selections, compileObject);
  throw new NotCompilable('an unknown kind of type');
}

/** Most values are strings in their final form, which are not serialized again. */
function compileLeaf(type: GraphQLLeafType): Complete {
  const serialize: Complete = (value) => {
    const answer: unknown = type.serialize(value);
    if (answer == null) throw new Error(`${type.name} cannot be serialized.`);
    return answer;
  };
  if (isEnumType(type)) {
    const plain = type.getValues().filter(({ name, value }) => name === value);
    const names = new Set<unknown>(plain.map(({ name }) => name));
    return (value, run, places) => (names.has(value) ? value : serialize(value, run, places));
  }
  if (type !== GraphQLString && type.extensions.isText !== true) return serialize;
  return (value, run, places) => (typeof value === 'string' ? value : serialize(value, run, places));
}

/** A long list is filled over several turns of the event loop. */
function compileList(complete: Complete): Complete {
  return (value, run, places) => {
    if (!Array.isArray(value)) throw new NotCompilable('a list that is not an array');
    const answers: unknown[] = new Array(value.length);
    const fillFrom = (start: number) => {
      for (let index = start; index < value.length; index++) {
        if (index > start && run.isTurnOver()) {
          run.later(() => fillFrom(index));
          return;
        }
        const item: unknown = value[index];
        if (isPromise(item)) {
          run.defer(item, (settled) => {
            answers[index] = complete(settled, run, places);
          });
        } else answers[index] = complete(item, run, places);
      }
    };
    fillFrom(0);
    return answers;
  };
}

function compileAbstract(
  plan: Plan,
  type: GraphQLAbstractType,
  selections: readonly SelectionSetNode[],
  compileObject: CompileObject,
): Complete {
  const { resolveType } = type;
  if (!resolveType) throw new NotCompilable(`${type.name} without resolveType`);
  const completes = new Map(
    plan.schema.getPossibleTypes(type).map((possible) => [possible.name, compileObject(plan, possible, selections)]),
  );
  const info = {} as GraphQLResolveInfo;
  return (value, run, places) => {
    const name = resolveType(value, run.context, info, type);
    const complete = typeof name === 'string' ? completes.get(name) : undefined;
    if (!complete) throw new NotCompilable(`the result of resolveType of ${type.name}`);
    return complete(value, run, places);
  };
}
