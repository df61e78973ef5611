import { gatewayLimits } from '../../domain/base/limits.ts';
import {
  coverageQueryInput,
  coverageStatus,
  noteText,
  reasonQueryInput,
  type StateCoverageOfCustomer,
} from '../../domain/exemptions/exemption-coverage.ts';
import { exemptionReasons, reasonAcceptance } from '../../domain/exemptions/exemption-reason.ts';
import { coverageBy, listExemptionReasons } from '../../usecases/exemptions/exemption-coverage.ts';
import { builder } from '../base/builder.ts';
import { certificateTermsOf } from '../base/certificate-terms.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { loadersOf } from '../base/context.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { enumOf, recordType } from '../base/record-type.ts';
import { asOfArguments } from '../base/shared-inputs.ts';
import { CustomerRef } from '../customers/customer.ts';
import { ExemptionRef } from './exemption.ts';

const { states: mostStates } = gatewayLimits.taxability;
const described = descriptionsOf(coverageQueryInput);

const ReasonAcceptanceRef = recordType(reasonAcceptance);

const ExemptionCoverageRef = builder.objectRef<StateCoverageOfCustomer>('ExemptionCoverage').implement({
  description: 'Coverage of one US state by a customer’s certificates on a day.',
  fields: (t) => ({
    state: t.string({ description: 'Code of the state, such as `MN`.', resolve: ({ state }) => state.code }),
    stateName: t.string({
      description: 'Name of the state, such as `Minnesota`.',
      resolve: ({ state }) => state.name,
    }),
    status: t.expose('status', {
      type: enumOf(coverageStatus),
      description: 'Status of the customer’s exemption in the state.',
    }),
    exemption: t.expose('exemption', {
      type: ExemptionRef,
      nullable: true,
      description:
        'The certificate that determines the status: the best valid certificate; if none is valid, the certificate with the latest last day. Null without a certificate, and in a state without a sales tax.',
    }),
    daysLeft: t.exposeInt('daysLeft', {
      nullable: true,
      description:
        'Days from the requested day to the certificate’s last day: 0 on that day, negative afterwards; null if open-ended or without a certificate.',
    }),
    acceptance: t.expose('acceptance', {
      type: ReasonAcceptanceRef,
      nullable: true,
      description: 'Whether the state accepts the reason of the certificate; null without a certificate or a reason.',
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: `${noteText}; null if nothing limits its use.`,
    }),
  }),
});

builder.objectField(CustomerRef, 'exemptionCoverage', (t) =>
  t.field({
    type: [ExemptionCoverageRef],
    description: 'Coverage of the states by the customer’s certificates on a day.',
    extensions: { ...needsScopes('exemptions:read'), listSize: { states: mostStates } },
    ...checkedArgs(
      {
        ...asOfArguments(described.asOf),
        states: t.arg.stringList({ description: described.states }),
      },
      coverageQueryInput,
    ),
    resolve: async ({ serviceId }, { parsed }, ctx) => {
      const today = await certificateTermsOf(ctx);
      const exemptions = await loadersOf(ctx).allExemptionsOfCustomer().load(serviceId);
      const terms = { ...today, on: parsed.asOf ?? today.on };
      return coverageBy(ctx.reference, exemptions, terms, parsed.states);
    },
  }),
);

builder.queryField('exemptionReasons', (t) =>
  t.field({
    type: [ReasonAcceptanceRef],
    extensions: { ...needsScopes('tax:read'), listSize: mostStates * exemptionReasons.length },
    description:
      'Exemption reasons accepted by the states: one row for each state with a sales tax and each reason. `UNKNOWN` if no source covers the combination.',
    ...checkedArgs(
      { states: t.arg.stringList({ description: descriptionsOf(reasonQueryInput).states }) },
      reasonQueryInput,
    ),
    resolve: (_root, { parsed }, ctx) => listExemptionReasons(ctx, parsed),
  }),
);
