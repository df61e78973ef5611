import { ruling } from '../../domain/lookups/rulings.ts';
import { listRulings } from '../../usecases/lookups/list-rulings.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const rulingJson = jsonOf(ruling);

const operation: Operation = {
  id: 'listRulings',
  tag: 'Lookups',
  summary: 'List the private letter rulings of the account',
  description: 'In import order. An operator imports them with `tollgate rates import --tenant`.',
  responses: { 200: { description: 'The rulings.', schema: list(responseOf(ruling), 'By number.') } },
  examples: {},
  graphql: {
    document: `query { rulings(first: 100) { nodes { ${recordSelection(ruling)} } } }`,
    at: 'rulings.nodes',
  },
};

export const rulingRoutes: readonly Route[] = [
  route('GET', '/v1/rulings', 'tax:read', async ({ ctx }) => jsonReply(200, (await listRulings(ctx)).map(rulingJson)), {
    operation,
  }),
];
