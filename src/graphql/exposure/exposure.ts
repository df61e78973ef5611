import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import { askedPeriod } from '../../domain/base/report-period.ts';
import { exposureQueryFields, exposureStart } from '../../domain/exposure/exposure-query.ts';
import { documentsOfPlace, exposedPlace, exposure } from '../../domain/exposure/exposure-record.ts';
import { getExposure } from '../../usecases/exposure/get-exposure.ts';
import { builder } from '../base/builder.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { enumOf, recordType } from '../base/record-type.ts';
import { checkedPeriod } from '../base/shared-inputs.ts';
import { inTurn } from '../execution/in-turn.ts';
import { connectCounted, listArguments, TransactionConnectionRef } from '../transactions/transaction-list.ts';

const { state, collectFrom } = exposureQueryFields.shape;
const described = descriptionsOf(z.object({ state, collectFrom }));

builder.queryField('exposure', (t) =>
  t.field({
    type: recordType(exposure),
    nullable: true,
    extensions: { ...needsScopes('nexus:read', 'returns:read'), work: 5_000 },
    description:
      'US tax that was due but not collected: the amount a seller owes if it registers late. Documents without tax are recalculated with their stored rates and rules.',
    args: {
      period: t.arg({ ...checkedPeriod, required: true, description: 'The period of the documents.' }),
      states: t.arg.stringList({
        description: described.state,
        validate: { schema: z.array(boundedText(1, 100)).min(1) },
      }),
      collectFrom: t.arg({ type: enumOf(exposureStart), description: described.collectFrom }),
    },
    resolve: (_root, { period, states = null, collectFrom: start = null }, ctx) => {
      const asked = { ...askedPeriod(period.parsed), state: states, collectFrom: start };
      return inTurn(ctx, () => getExposure(ctx, asked));
    },
  }),
);

builder.objectField(recordType(exposedPlace), 'transactions', (t) =>
  t.field({
    type: TransactionConnectionRef,
    nullable: true,
    description: 'Documents that make up the amounts. Default order: newest first.',
    args: listArguments(),
    extensions: { ...needsScopes('transactions:read'), work: 100 },
    resolve: (place, args, ctx, info) => connectCounted(documentsOfPlace(place), { args, ctx, info }),
  }),
);
