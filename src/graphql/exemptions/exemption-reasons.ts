import { gatewayLimits } from '../../domain/base/limits.ts';
import { acceptanceMeanings } from '../../domain/descriptions/exemption-descriptions.ts';
import { reasonQueryInput } from '../../domain/exemptions/coverage-query.ts';
import { exemptionReasons } from '../../domain/exemptions/exemption-reason.ts';
import type { ReasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { listExemptionReasons } from '../../usecases/exemptions/list-exemption-reasons.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { ExemptionReasonEnum } from '../base/enums.ts';

const { states: mostStates } = gatewayLimits.taxability;
const described = descriptionsOf(reasonQueryInput);

const AcceptanceEnum = describedEnum(
  'ReasonAcceptanceStatus',
  'Whether a state accepts a reason for an exemption.',
  acceptanceMeanings,
);

export const ReasonAcceptanceRef = builder.objectRef<ReasonAcceptance>('ReasonAcceptance').implement({
  description: 'Whether a US state accepts a reason for an exemption, with its source.',
  fields: (t) => ({
    state: t.exposeString('state', { description: 'The code of the state, such as `MN`.' }),
    reason: t.expose('reason', { type: ExemptionReasonEnum, description: 'The reason for not paying tax.' }),
    acceptance: t.expose('acceptance', { type: AcceptanceEnum, description: 'Whether the state accepts it.' }),
    note: t.exposeString('note', { nullable: true, description: 'What limits it, as a sentence.' }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'The publication that says so; null if `UNKNOWN`.',
    }),
    readOn: t.expose('readOn', { type: 'Date', nullable: true, description: 'The day the source was read.' }),
  }),
});

builder.queryField('exemptionReasons', (t) =>
  t.field({
    type: [ReasonAcceptanceRef],
    extensions: { listSize: mostStates * exemptionReasons.length },
    description:
      'Which reasons for an exemption the states accept, one row for each state with a sales tax and each reason. What no source tells is `UNKNOWN`. Needs the scope `tax:read`.',
    ...checkedArgs({ states: t.arg.stringList({ description: described.states }) }, reasonQueryInput),
    resolve: (_root, { parsed }, ctx) => listExemptionReasons(ctx, parsed),
  }),
);
