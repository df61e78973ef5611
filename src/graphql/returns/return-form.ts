import { z } from 'zod';
import { filledForm, knownForms } from '../../domain/returns/forms/filled-form.ts';
import { knownShopFiles, shopFile } from '../../domain/returns/one-stop-shop/files/shop-file.ts';
import { paymentFields } from '../../domain/returns/payment/payment-input.ts';
import { fillTaxReturnForm } from '../../usecases/returns/fill-return-form.ts';
import { writeShopFile } from '../../usecases/returns/write-shop-file.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordType } from '../base/record-type.ts';
import { inTurn } from '../execution/in-turn.ts';
import { TaxReturnRef } from './return.ts';

const paymentInput = z.object(paymentFields);
const described = descriptionsOf(paymentInput);

builder.objectField(TaxReturnRef, 'form', (t) =>
  t.field({
    type: recordType(filledForm),
    nullable: true,
    extensions: { ...needsScopes('returns:read'), work: 500 },
    description: `${filledForm.description} ${knownForms} Null elsewhere.`,
    ...checkedArgs(
      {
        filedOn: t.arg({ type: 'Date', description: described.filedOn }),
        prepaidAmount: t.arg({ type: 'Decimal', description: described.prepaidAmount }),
        prepaidLocalAmount: t.arg({ type: 'Decimal', description: described.prepaidLocalAmount }),
      },
      paymentInput,
    ),
    resolve: (one, { parsed }, ctx) => inTurn(ctx, () => fillTaxReturnForm(ctx, one, parsed)),
  }),
);

builder.objectField(TaxReturnRef, 'oneStopShopFile', (t) =>
  t.field({
    type: recordType(shopFile),
    nullable: true,
    extensions: { ...needsScopes('returns:read'), work: 500 },
    description: `${shopFile.description} ${knownShopFiles} Null for any other return.`,
    resolve: (one, _args, ctx) => inTurn(ctx, () => writeShopFile(ctx, one)),
  }),
);
