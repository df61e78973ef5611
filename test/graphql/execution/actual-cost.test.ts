import { execute, GraphQLList, GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql';
import { expect, it } from 'vitest';
import { counted } from '../../../src/graphql/execution/actual-cost.ts';
import { schema } from '../../../src/graphql/schema.ts';

/** The errors of `{ steps { kind } }` for a list of this usual size, and how often the list was derived. */
async function readSteps(usualSize: number): Promise<{ errors: string[]; derived: number }> {
  let derived = 0;
  const Step = new GraphQLObjectType({ name: 'Step', fields: { kind: { type: GraphQLString } } });
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: {
      steps: {
        type: new GraphQLList(Step),
        extensions: { usualSize: () => usualSize },
        resolve: () => {
          derived++;
          return [];
        },
      },
    },
  });
  const field = query.getFields().steps!;
  field.resolve = counted(field);
  const { errors = [] } = await execute({
    schema: new GraphQLSchema({ query }),
    document: parse('{ steps { kind } }'),
    contextValue: {},
  });
  return { errors: errors.map(({ message }) => message), derived };
}

it('refuses a list by its usual size before it is derived', async () => {
  expect(await readSteps(10)).toEqual({ errors: [], derived: 1 });
  expect(await readSteps(1_000_000)).toEqual({
    errors: [expect.stringContaining('costs more than 1000000')],
    derived: 0,
  });
});

it.each(['Transaction', 'Quote'])('estimates the usual size of the trace of a %s', (type) => {
  const { trace } = (schema.getType(type) as GraphQLObjectType).getFields();
  expect(trace!.extensions.usualSize).toBeTypeOf('function');
});
