import { gatewayLimits } from '../../domain/base/limits.ts';
import { reasonQueryInput } from '../../domain/exemptions/coverage-query.ts';
import { exemptionReasons } from '../../domain/exemptions/exemption-reason.ts';
import { reasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { listExemptionReasons } from '../../usecases/exemptions/exemption-coverage.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordType } from '../base/record-type.ts';

const { states: mostStates } = gatewayLimits.taxability;
const described = descriptionsOf(reasonQueryInput);

export const ReasonAcceptanceRef = recordType(reasonAcceptance);

builder.queryField('exemptionReasons', (t) =>
  t.field({
    type: [ReasonAcceptanceRef],
    extensions: { ...needsScopes('tax:read'), listSize: mostStates * exemptionReasons.length },
    description:
      'Exemption reasons accepted by the states: one row for each state with a sales tax and each reason. `UNKNOWN` if no source covers the combination.',
    ...checkedArgs({ states: t.arg.stringList({ description: described.states }) }, reasonQueryInput),
    resolve: (_root, { parsed }, ctx) => listExemptionReasons(ctx, parsed),
  }),
);
