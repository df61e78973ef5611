import { askedPeriod } from '../../domain/base/report-period.ts';
import { ecSalesListFields } from '../../domain/returns/ec-sales/ec-sales-query.ts';
import { ecSalesList } from '../../domain/returns/ec-sales/ec-sales-record.ts';
import { getEcSalesList } from '../../usecases/returns/get-ec-sales-list.ts';
import { builder } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordType } from '../base/record-type.ts';
import { checkedPeriod } from '../base/shared-inputs.ts';
import { inTurn } from '../execution/in-turn.ts';

const described = descriptionsOf(ecSalesListFields);

builder.queryField('ecSalesList', (t) =>
  t.field({
    type: recordType(ecSalesList),
    nullable: true,
    extensions: { ...needsScopes('returns:read'), work: 1_000 },
    description: ecSalesList.description,
    args: {
      period: t.arg({ ...checkedPeriod, required: true, description: 'A month or a quarter.' }),
      country: t.arg({ type: 'CountryCode', description: described.country }),
    },
    resolve: (_root, { period, country = null }, ctx) =>
      inTurn(ctx, () => getEcSalesList(ctx, { ...askedPeriod(period.parsed), country })),
  }),
);
