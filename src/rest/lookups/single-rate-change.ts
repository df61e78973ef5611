import { z } from 'zod';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { effectDaysMeta, rateChangesInput, usualEffectDays } from '../../domain/lookups/catalogue-input.ts';
import { rateChange, rateChangeEffect } from '../../domain/lookups/rate-changes.ts';
import { getRateChange, getRateChangeEffect, openDocumentsOf } from '../../usecases/lookups/get-rate-change.ts';
import { referenceReply } from '../http/conditions.ts';
import { listTypes } from '../http/list-format.ts';
import type { Operation } from '../http/operation.ts';
import { answered, parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, type RouteCall, route } from '../http/route.ts';
import { thinTransactionSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { documentListParameters, listDocuments } from '../transactions/document-list.ts';
import { listTransactionsOperation } from '../transactions/transaction-operations.ts';

const rateChangeJson = jsonOf(rateChange);
const effectJson = jsonOf(rateChangeEffect);

const shown = { changeId: '2027-07-01.US.SD.RATE' };
const began = { changeId: '2023-10-01.US.MN-D80008.RATE' };
const versionQuery = rateChangesInput.pick({ inVersion: true });

type Asked = z.output<typeof versionQuery>;

const changeOf = ({ ctx, request }: RouteCall, { inVersion }: Asked) =>
  answered(() => getRateChange(ctx, { changeId: request.param('id') ?? '', inVersion }));

const rateChangeOperation: Operation = {
  id: 'getRateChange',
  isTagged: true,
  tag: 'Lookups',
  summary: 'Read a change to a rate or rule',
  description: '',
  responses: { 200: { description: 'The change.', schema: responseOf(rateChange) } },
  query: versionQuery,
  problems: ['NOT_FOUND'],
  examples: {
    southDakota: {
      summary: 'The general rate of South Dakota in 2027',
      path: { id: shown.changeId },
      status: 200,
    },
  },
  graphql: {
    document: `query ($changeId: String!, $inVersion: Int) { rateChange(changeId: $changeId, inVersion: $inVersion) { ${recordSelection(rateChange)} } }`,
    at: 'rateChange',
  },
};

const { days: mostDays } = gatewayLimits.rateChangeEffect;

const effectQuery = versionQuery.extend({
  days: z
    .string()
    .regex(/^\d{1,9}$/, { message: `days must be a whole number from 1 to ${mostDays}.` })
    .default(String(usualEffectDays))
    .transform(Number)
    .meta({ ...effectDaysMeta, type: 'integer', minimum: 1, default: usualEffectDays }),
});

const rateChangeEffectOperation: Operation = {
  id: 'getRateChangeEffect',
  tag: 'Lookups',
  summary: 'Read the effect of a change on the account',
  description: `The effect of a change: customers, open estimates and open orders in the affected place, and the tax for recent days with the change applied. For the tax, invoices and refunds of those days with a tax date before the change takes effect are recalculated under their stored law plus the change. The place is the country, state or region, or the ZIP codes of a county, city or district. At most ${gatewayLimits.rateChangeEffect.documents} documents are recalculated; request fewer days if more documents are affected.`,
  responses: { 200: { description: 'The effect of the change.', schema: responseOf(rateChangeEffect) } },
  query: effectQuery,
  problems: ['NOT_FOUND'],
  examples: {
    southDakota: {
      summary: 'The general rate of South Dakota in 2027',
      path: { id: shown.changeId },
      query: { days: '90' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($changeId: String!, $inVersion: Int, $days: Int) { rateChange(changeId: $changeId, inVersion: $inVersion) { effect(days: $days) { ${recordSelection(rateChangeEffect)} } } }`,
    at: 'rateChange.effect',
  },
};

const openQuery = versionQuery.extend(documentListParameters);

const rateChangeTransactionsOperation: Operation = {
  ...listTransactionsOperation,
  id: 'listRateChangeTransactions',
  tag: 'Lookups',
  summary: 'List open estimates and orders affected by a change',
  description:
    'Estimates and orders in the affected place that are not cancelled, paid or converted. The change may apply to their invoices.',
  query: openQuery,
  problems: ['NOT_FOUND'],
  examples: {
    twinCities: {
      summary: 'A Twin Cities tax that began in 2023',
      path: { id: began.changeId },
      status: 200,
    },
  },
  graphql: {
    document: `query ($changeId: String!, $inVersion: Int, $first: Int) { rateChange(changeId: $changeId, inVersion: $inVersion) { effect { openTransactions(first: $first) { nodes { ${thinTransactionSelection} } } } } }`,
    at: 'rateChange.effect.openTransactions.nodes',
  },
};

export const singleRateChangeRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/rate_changes/id/:id',
    'tax:read',
    async (call) => {
      const change = await changeOf(call, parseQuery(versionQuery, call.request));
      return referenceReply(call.request, rateChangeJson(change));
    },
    { operation: rateChangeOperation },
  ),
  route(
    'GET',
    '/v1/rate_changes/id/:id/effect',
    ['tax:read', 'customers:read', 'transactions:read'],
    async (call) => {
      const asked = parseQuery(effectQuery, call.request);
      const change = await changeOf(call, asked);
      return jsonReply(200, effectJson(await answered(() => getRateChangeEffect(call.ctx, change, asked.days))));
    },
    { operation: rateChangeEffectOperation },
  ),
  route(
    'GET',
    '/v1/rate_changes/id/:id/transactions',
    ['tax:read', 'transactions:read'],
    async (call) => {
      const asked = parseQuery(openQuery, call.request);
      const change = await changeOf(call, asked);
      return listDocuments(call, asked, await openDocumentsOf(call.ctx, change));
    },
    { produces: Object.values(listTypes), operation: rateChangeTransactionsOperation },
  ),
];
