import { account } from '../../domain/account/account.ts';
import { settingsFields, settingsPatch } from '../../domain/account/tenant-input.ts';
import { ownCoverageFields } from '../../domain/coverage/coverage-requirement.ts';
import { getAccount, updateAccount } from '../../usecases/account/account.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordType } from '../base/record-type.ts';

const AccountRef = recordType(account);

builder.queryField('account', (t) =>
  t.field({
    type: AccountRef,
    description: 'The tenant of the token, with its settings. Requires a valid token but no scope.',
    resolve: (_root, _args, ctx) => getAccount(ctx),
  }),
);

const UpdateAccountInputRef = inputOf(settingsFields, {
  name: 'UpdateAccountInput',
  description: 'Settings to change. Omitted settings are kept; null restores the default.',
  types: { require: inputOf(ownCoverageFields) },
});

builder.mutationField('updateAccount', (t) =>
  t.field({
    type: AccountRef,
    errors: errorsOf('CONFLICT'),
    extensions: needsScopes('admin'),
    description:
      'Changes settings. Omitted settings are kept; null restores the default. Changing the country of `homeAddress` clears its state, city and ZIP code. The change applies to the next document, on any replica; stored documents keep the settings they were calculated with.',
    args: {
      input: t.arg({
        ...checked(UpdateAccountInputRef, settingsPatch),
        required: true,
        description: 'The settings to change.',
      }),
    },
    resolve: (_root, { input }, ctx) => updateAccount(ctx, ctx.inputs, input.parsed),
  }),
);
