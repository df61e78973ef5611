import { account } from '../../domain/account/account.ts';
import { settingsFields, settingsPatch } from '../../domain/account/tenant-input.ts';
import { ownCoverageFields } from '../../domain/coverage/coverage-requirement.ts';
import { getAccount } from '../../usecases/account/get-account.ts';
import { updateAccount } from '../../usecases/account/update-account.ts';
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
    description: 'The tenant of the token, with its settings. Every valid token can read it; no scope is needed.',
    resolve: (_root, _args, ctx) => getAccount(ctx),
  }),
);

const UpdateAccountInputRef = inputOf(settingsFields, {
  name: 'UpdateAccountInput',
  description: 'Settings to change. Absent settings are kept, null restores the default.',
  types: { require: inputOf(ownCoverageFields) },
});

builder.mutationField('updateAccount', (t) =>
  t.field({
    type: AccountRef,
    errors: errorsOf('CONFLICT'),
    extensions: needsScopes('admin'),
    description:
      'Changes settings: absent settings are kept, null restores the default, and another country of homeAddress clears the state, city and ZIP code of the old one. Stored documents keep the settings they were calculated with; the next document, on any replica, uses the change.',
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
