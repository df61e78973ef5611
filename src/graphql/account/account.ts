import { account } from '../../domain/account/account.ts';
import { settingsFields, settingsPatch } from '../../domain/account/tenant-input.ts';
import { testClock, testClockFields, testClockInput } from '../../domain/account/test-clock.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { ownCoverageFields } from '../../domain/coverage/coverage-requirement.ts';
import { getAccount, updateAccount } from '../../usecases/account/account.ts';
import { getTestClock, setTestClock } from '../../usecases/account/test-clock.ts';
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

const TestClockRef = recordType(testClock);

builder.queryField('testClock', (t) =>
  t.field({
    type: TestClockRef,
    nullable: true,
    description:
      'The clock of a test tenant. Requires a valid token but no scope. Null only with an error: `LIVE_TENANT` for a live tenant.',
    resolve: (_root, _args, ctx) => getTestClock(ctx),
  }),
);

const SetTestClockInputRef = inputOf(testClockFields, {
  isOneOf: true,
  types: { now: 'DateTime', advance: 'Duration', real: 'Boolean' },
});

builder.mutationField('setTestClock', (t) =>
  t.field({
    type: TestClockRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT'),
    extensions: needsScopes('admin'),
    description:
      'Sets and freezes the clock of a test tenant, or returns it to the real time. It controls only today’s date, the expiry of certificates, due dates, nexus and the resulting webhook events. Other replicas follow within a second.',
    args: {
      input: t.arg({
        type: SetTestClockInputRef,
        required: true,
        description: 'The new time. Set exactly one member.',
      }),
    },
    resolve: (_root, { input }, ctx) =>
      setTestClock(ctx, parseInput(testClockInput, { ...input, now: input.now?.toISOString() })),
  }),
);
