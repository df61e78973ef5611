import { filledForm, knownForms } from '../../domain/returns/forms/filled-form.ts';
import { fillTaxReturnForm } from '../../usecases/returns/fill-return-form.ts';
import { builder } from '../base/builder.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordType } from '../base/record-type.ts';
import { inTurn } from '../execution/in-turn.ts';
import { TaxReturnRef } from './return.ts';

builder.objectField(TaxReturnRef, 'form', (t) =>
  t.field({
    type: recordType(filledForm),
    nullable: true,
    extensions: { ...needsScopes('returns:read'), work: 500 },
    description: `${filledForm.description} ${knownForms} Null elsewhere.`,
    resolve: (one, _args, ctx) => inTurn(ctx, () => fillTaxReturnForm(ctx, one)),
  }),
);
