import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { collectFields, NotCompilable, type Plan } from './collect-fields.ts';
import { type CallOf, type Complete, isPromise, Run } from './compiled-run.ts';

/**
 * A query turned into functions once, and run many times. It knows no errors: on anything but success it throws, and the
 * caller has the query executed by graphql-js, whose word on errors, null propagation and their order is final. Queries
 * change nothing, so running one again is safe.
 */
export type CompiledQuery = (
  context: unknown,
  variables: Readonly<Record<string, unknown>>,
) => Promise<object> | object;

/** Null for what is left to graphql-js: mutations, directives, introspection. */
export function compileQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledQuery | null {
  const operation = getOperationAST(document, operationName);
  const queryType = schema.getQueryType();
  if (operation?.operation !== 'query' || !queryType) return null;
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  try {
    const complete = compileObject({ schema, operation, fragments }, queryType, [operation.selectionSet]);
    return (context, variables) => execute(schema, operation, complete, context, variables);
  } catch (error) {
    if (error instanceof NotCompilable) return null;
    throw error;
  }
}

function execute(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  complete: Complete,
  context: unknown,
  sent: Readonly<Record<string, unknown>>,
): Promise<object> | object {
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], sent);
  if (errors) throw errors[0];
  const run = new Run(context, coerced);
  try {
    return run.finished({ data: complete({}, run) });
  } catch (error) {
    run.abandon();
    throw error;
  }
}

/**
 * Written as code, so that the engine knows the answer's shape and reads each field in place; a list of documents has
 * thousands of them.
 */
function compileObject(plan: Plan, type: GraphQLObjectType, selections: readonly SelectionSetNode[]): Complete {
  if (type.isTypeOf) throw new NotCompilable(`${type.name} has to be asked what it is`);
  const nodes = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  for (const selection of selections) collectFields(plan, type, selection, nodes, seen);
  const used: unknown[] = [];
  const use = (value: unknown) => `used${used.push(value) - 1}`;
  const members: string[] = [];
  const calls: string[] = [];
  for (const [key, fieldNodes] of nodes) {
    const { member, call } = compileField(plan, type, key, fieldNodes, use);
    members.push(`${JSON.stringify(key)}: ${member}`);
    if (call) calls.push(`${call}(value, run, answer);`);
  }
  const names = used.map((_value, index) => `used${index}`);
  const code = `return (value, run) => { if (value instanceof Error) throw value; let at; const answer = { ${members.join(', ')} }; ${calls.join(' ')} return answer; };`;
  return new Function(...names, code)(...used) as Complete;
}

/** What is written for a field: what its member begins as, and the function that is called to fill it, if any. */
type WrittenField = { readonly member: string; readonly call?: string };
type Use = (value: unknown) => string;
type FillField = (parent: unknown, run: Run, answer: Record<string, unknown>) => void;

function compileField(
  plan: Plan,
  parentType: GraphQLObjectType,
  key: string,
  nodes: FieldNode[],
  use: Use,
): WrittenField {
  const name = nodes[0]!.name.value;
  if (name === '__typename') return { member: JSON.stringify(parentType.name) };
  const field = parentType.getFields()[name];
  if (!field) throw new NotCompilable(`no field ${name}`);
  const complete = compileType(plan, field.type, nodes);
  if (!field.resolve || field.resolve === defaultFieldResolver) {
    return { member: memberOf(`value.${name}`, field.type, use(complete), use) };
  }
  const { resolve } = field;
  const callOf = compileCall(plan, parentType, field, nodes);
  const fill: FillField = (parent, run, answer) => {
    const { args, info } = callOf(run);
    const value: unknown = resolve(parent, args, run.context, info);
    if (isPromise(value)) {
      run.defer(value, (settled) => {
        answer[key] = complete(settled, run);
      });
    } else answer[key] = complete(value, run);
  };
  // The gap keeps the place: members are answered in the order of the query.
  return { member: 'null', call: use(fill) };
}

/** Reads a field that is a property of the record; texts, which most are, without a call. */
function memberOf(read: string, type: GraphQLOutputType, complete: string, use: Use): string {
  const nullable = isNonNullType(type) ? type.ofType : type;
  const otherwise = `${complete}(at, run)`;
  if (isEnumType(nullable)) {
    const names = new Set(
      nullable
        .getValues()
        .filter(({ name, value }) => name === value)
        .map(({ name }) => name),
    );
    return `${use(names)}.has(at = ${read}) ? at : ${otherwise}`;
  }
  if (isScalarType(nullable) && (nullable === GraphQLString || nullable.extensions.isText === true)) {
    return `typeof (at = ${read}) === 'string' ? at : ${otherwise}`;
  }
  return `${complete}(${read}, run)`;
}

function compileCall(
  { schema, operation, fragments }: Plan,
  parentType: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  fieldNodes: FieldNode[],
): CallOf {
  const place = { fieldName: field.name, fieldNodes, returnType: field.type, parentType, schema, fragments, operation };
  const callOf: CallOf = ({ calls, variables }) => {
    const known = calls.get(callOf);
    if (known) return known;
    const call = {
      args: getArgumentValues(field, fieldNodes[0]!, variables),
      info: {
        ...place,
        rootValue: undefined,
        variableValues: variables,
        // The one thing that differs from parent to parent is not kept track of: who asks for it gets graphql-js.
        get path(): never {
          throw new NotCompilable('a path');
        },
      },
    };
    calls.set(callOf, call);
    return call;
  };
  return callOf;
}

function compileType(plan: Plan, type: GraphQLOutputType, nodes: readonly FieldNode[]): Complete {
  if (isNonNullType(type)) {
    const complete = compileNullable(plan, type.ofType, nodes);
    return (value, run) => {
      if (value == null) throw new Error('null where there must be a value');
      return complete(value, run);
    };
  }
  const complete = compileNullable(plan, type, nodes);
  return (value, run) => (value == null ? null : complete(value, run));
}

function compileNullable(plan: Plan, type: GraphQLOutputType, nodes: readonly FieldNode[]): Complete {
  if (isLeafType(type)) return compileLeaf(type);
  if (isListType(type)) return compileList(compileType(plan, type.ofType, nodes));
  const selections = nodes.flatMap((node) => node.selectionSet ?? []);
  if (isObjectType(type)) return compileObject(plan, type, selections);
  if (isAbstractType(type)) return compileAbstract(plan, type, selections);
  throw new NotCompilable('no output');
}

function compileLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    const answer: unknown = type.serialize(value);
    if (answer == null) throw new Error('a value that is none');
    return answer;
  };
}

function compileList(complete: Complete): Complete {
  return (value, run) => {
    if (!Array.isArray(value)) throw new NotCompilable('a list of another kind');
    const answers: unknown[] = new Array(value.length);
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (isPromise(item)) {
        run.defer(item, (settled) => {
          answers[index] = complete(settled, run);
        });
      } else answers[index] = complete(item, run);
    }
    return answers;
  };
}

function compileAbstract(plan: Plan, type: GraphQLAbstractType, selections: readonly SelectionSetNode[]): Complete {
  const { resolveType } = type;
  if (!resolveType) throw new NotCompilable(`${type.name} does not tell its types`);
  const completes = new Map(
    plan.schema.getPossibleTypes(type).map((possible) => [possible.name, compileObject(plan, possible, selections)]),
  );
  const info = {} as GraphQLResolveInfo;
  return (value, run) => {
    const name = resolveType(value, run.context, info, type);
    const complete = typeof name === 'string' ? completes.get(name) : undefined;
    if (!complete) throw new NotCompilable('a type of another kind');
    return complete(value, run);
  };
}
