import { z } from 'zod';
import { boundedText, sourceInput } from '../../domain/base/fields.ts';
import { askedPeriod } from '../../domain/base/report-period.ts';
import { documentsOfRow } from '../../domain/liability/counted-documents.ts';
import { liabilityGroup } from '../../domain/liability/liability-group.ts';
import { liabilityQueryFields } from '../../domain/liability/liability-query.ts';
import { liability, liabilityRow } from '../../domain/liability/liability-record.ts';
import { unassignedTax } from '../../domain/liability/unassigned-tax.ts';
import { getLiability } from '../../usecases/liability/get-liability.ts';
import { findUnassignedTax } from '../../usecases/returns/unassigned-tax.ts';
import { builder } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { enumOf, recordType } from '../base/record-type.ts';
import { checkedPeriod } from '../base/shared-inputs.ts';
import { inTurn } from '../execution/in-turn.ts';
import { connectCounted, listArguments, TransactionConnectionRef } from '../transactions/transaction-list.ts';

const described = descriptionsOf(liabilityQueryFields);

builder.queryField('liability', (t) =>
  t.field({
    type: recordType(liability),
    nullable: true,
    extensions: { ...needsScopes('returns:read'), work: 500 },
    description:
      'Tax owed in a period, and the underlying sales: invoices less refunds, each in its reporting period. Excludes cancelled documents, estimates and orders.',
    args: {
      period: t.arg({ ...checkedPeriod, required: true, description: 'The period to total.' }),
      country: t.arg({ type: 'CountryCode', description: described.country }),
      state: t.arg.string({ description: described.state, validate: { schema: boundedText(1, 100) } }),
      subsidiary: t.arg.string({ description: described.subsidiary, validate: { schema: z.string().max(256) } }),
      source: t.arg.string({ description: described.source, validate: { schema: sourceInput } }),
      marketplace: t.arg.string({ description: described.marketplace, validate: { schema: z.string().max(50) } }),
      groupBy: t.arg({ type: [enumOf(liabilityGroup)], description: described.groupBy }),
    },
    resolve: (_root, { period, country = null, state = null, groupBy = null, ...parts }, ctx) => {
      const { subsidiary = null, source = null, marketplace = null } = parts;
      const asked = { ...askedPeriod(period.parsed), country, state, subsidiary, source, marketplace, groupBy };
      return inTurn(ctx, () => getLiability(ctx, asked));
    },
  }),
);

builder.objectField(recordType(liability), 'unassignedTax', (t) =>
  t.field({
    type: [recordType(unassignedTax)],
    description:
      'The period’s tax that is not included in any return, by place and currency. Together with the tax on the returns for the period, it equals the tax in the rows.',
    extensions: { ...needsScopes('returns:read'), work: 500, listSize: 10 },
    resolve: ({ question }, _args, ctx) => inTurn(ctx, () => findUnassignedTax(ctx, question)),
  }),
);

builder.objectField(recordType(liabilityRow), 'transactions', (t) =>
  t.field({
    type: TransactionConnectionRef,
    nullable: true,
    description: 'Documents that make up the row. Default order: newest first.',
    args: listArguments(),
    extensions: { ...needsScopes('transactions:read'), work: 100 },
    resolve: ({ within, ...row }, args, ctx, info) => connectCounted(documentsOfRow(row, within), { args, ctx, info }),
  }),
);
