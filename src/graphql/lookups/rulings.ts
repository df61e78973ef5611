import { ruling } from '../../domain/lookups/rulings.ts';
import { listRulings } from '../../usecases/lookups/list-rulings.ts';
import { builder } from '../base/builder.ts';
import { connectionOf } from '../base/connection.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';

builder.queryField('rulings', (t) =>
  t.field({
    type: connectionOf(recordType(ruling)),
    extensions: needsScopes('tax:read'),
    description: 'Private letter rulings of the account, in import order. An operator imports them.',
    args: pageArguments(),
    resolve: async (_root, page, ctx) => pagesOfWholeList(page, await listRulings(ctx), ({ number }) => String(number)),
  }),
);
