import { newestFirst } from '../../domain/lists/list-order.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { asReturn } from '../../domain/returns/return.ts';
import { dueReturnList, type TaxReturnFilter, taxReturnList } from '../../domain/returns/return-list.ts';
import { type DueTaxReturn, dueTaxReturn, type TaxReturn } from '../../domain/returns/return-record.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import { getTaxReturn } from '../../usecases/returns/get-return.ts';
import { listDueTaxReturns } from '../../usecases/returns/list-due-returns.ts';
import { countTaxReturns, listTaxReturns } from '../../usecases/returns/list-returns.ts';
import { builder } from '../base/builder.ts';
import { connect, connectionOf, pageByCreation } from '../base/connection.ts';
import type { GraphqlContext } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { pageArguments } from '../base/page-arguments.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { refusalBy } from '../execution/actual-cost.ts';
import { inTurn } from '../execution/in-turn.ts';
import { limits } from '../execution/limits.ts';
import { filterOf, listField } from '../lists/declared-list.ts';
import { TaxReturnRef } from './return.ts';
import { askedTaxReturn, TaxReturnByRef } from './return-by.ts';

builder.queryField('taxReturn', (t) =>
  t.field({
    type: TaxReturnRef,
    nullable: true,
    extensions: needsScopes('returns:read'),
    description:
      'A tax return. Every place and period has a draft until it is filed. Null if the service id is unknown.',
    args: {
      by: t.arg({ type: TaxReturnByRef, required: true, description: 'The id, service id, or place and period.' }),
    },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getTaxReturn(ctx, askedTaxReturn(by))),
  }),
);

type Listed = TaxReturn & { readonly serviceId: string };

listField(taxReturnList, TaxReturnRef, (ctx, filter, page) =>
  connect<Listed, 'createdAt'>(page, {
    list: 'returns',
    order: newestFirst,
    sortValue: ({ stored }) => stored?.internalTimestamps.createdDate.toISOString() ?? '',
    read: (ordered) => inTurn(ctx, () => readReturns(ctx, filter, pageByCreation(ordered))),
    count: () => countTaxReturns(ctx, filter),
  }),
);

const filingsRead = new WeakMap<object, number>();

/** Limits the filings in memory: a return is read with all its filings, and an operation keeps its lists until it ends. */
async function readReturns(ctx: GraphqlContext, filter: TaxReturnFilter, page: PageRequest): Promise<Listed[]> {
  const known = filingsRead.get(ctx) ?? 0;
  if (known > limits.filingsOfLists) throw refusalBy('filingsOfLists', tooManyFilings);
  const found = await listTaxReturns(ctx, filter, page);
  filingsRead.set(
    ctx,
    found.reduce((sum, { filings }) => sum + filings.length, known),
  );
  return found.map((stored) => ({ ...asReturn(stored, stored), serviceId: stored.serviceId }));
}

const tooManyFilings = `The returns in this operation have more than ${limits.filingsOfLists} filings in total. Read fewer returns at once.`;

builder.queryField(dueReturnList.name, (t) =>
  t.field({
    type: connectionOf(recordType(dueTaxReturn)),
    extensions: { ...needsScopes(dueReturnList.scope), work: 500 },
    description: `${dueReturnList.description} For tax outside any return, see \`unassignedTax\` of \`liability\`.`,
    args: {
      ...pageArguments(),
      filter: t.arg({ type: filterOf(dueReturnList), description: 'Filters for the list.' }),
    },
    resolve: async (_root, { filter, ...page }, ctx) =>
      pagesOfWholeList(page, await inTurn(ctx, () => listDueTaxReturns(ctx, filter ?? {})), keyOf),
  }),
);

const keyOf = ({ taxReturn: { scheme, from, to, ...place } }: DueTaxReturn) =>
  `${placeCode(place)} ${from} ${to}${scheme === 'STANDARD' ? '' : ` ${scheme}`}`;
