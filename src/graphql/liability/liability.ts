import { liabilityGroups, liabilityQueryFields } from '../../domain/liability/liability-query.ts';
import { liability } from '../../domain/liability/liability-record.ts';
import { getLiability } from '../../usecases/liability/get-liability.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { inTurn } from '../base/in-turn.ts';
import { recordType } from '../base/record-type.ts';

const described = descriptionsOf(liabilityQueryFields);

const LiabilityGroupEnum = describedEnum('LiabilityGroup', 'What each row of liability is for.', liabilityGroups);

builder.queryField('liability', (t) =>
  t.field({
    type: recordType(liability),
    extensions: { work: 5_000 },
    description:
      'The tax owed in a period, with the sales behind it: invoices less refunds, each in the period that reports it. Cancelled documents, estimates and orders never count. `transactions(counted: …)` lists the documents behind a row. Needs the scope `returns:read`.',
    ...checkedArgs(
      {
        from: t.arg({ type: 'Date', description: described.from }),
        to: t.arg({ type: 'Date', description: described.to }),
        month: t.arg.string({ description: described.month }),
        quarter: t.arg.string({ description: described.quarter }),
        country: t.arg.string({ description: described.country }),
        state: t.arg.string({ description: described.state }),
        groupBy: t.arg({ type: [LiabilityGroupEnum], description: described.groupBy }),
      },
      liabilityQueryFields,
    ),
    resolve: (_root, { parsed }, ctx) => inTurn(ctx, () => getLiability(ctx, parsed)),
  }),
);
