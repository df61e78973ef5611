import { testClock, testClockFields, testClockInput } from '../../domain/account/test-clock.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { getTestClock, setTestClock } from '../../usecases/account/test-clock.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordType } from '../base/record-type.ts';

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
