import { certificateStatus, certificateStatusOf, daysLeftOf } from '../../domain/exemptions/certificate-status.ts';
import { exemption } from '../../domain/exemptions/exemption.ts';
import { authenticated } from '../../ports/context.ts';
import { getExemption } from '../../usecases/exemptions/exemptions.ts';
import { builder } from '../base/builder.ts';
import { certificateTermsOf } from '../base/certificate-terms.ts';
import { loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { enumOf, recordType } from '../base/record-type.ts';
import { addStoredTimes } from '../base/timestamps.ts';
import { CustomerRef } from '../customers/customer.ts';
import { byExemption, exemptionName } from './exemption-name.ts';

export const ExemptionRef = recordType(exemption, [NodeRef]);

builder.objectFields(ExemptionRef, (t) => ({
  id: t.id(nodeId('Exemption')),
  customer: t.field({
    type: CustomerRef,
    extensions: needsScopes('customers:read'),
    description: 'The exempt customer.',
    resolve: async ({ customerId }, _args, ctx) => {
      const customer = await loadersOf(ctx).customerById.load(customerId);
      if (!customer) throw new Error(`Customer ${customerId} not found.`);
      return customer;
    },
  }),
  certificateStatus: t.field({
    type: enumOf(certificateStatus),
    description: 'Status of the certificate today, in the seller’s time zone.',
    resolve: async (one, _args, ctx) => certificateStatusOf(one, await certificateTermsOf(ctx)),
  }),
  daysLeft: t.int({
    nullable: true,
    description:
      'Days from today, in the seller’s time zone, to the certificate’s last day: 0 on that day, negative afterwards; null if open-ended.',
    resolve: async (one, _args, ctx) => daysLeftOf(one, (await certificateTermsOf(ctx)).on),
  }),
}));

addStoredTimes(ExemptionRef);

loadNodesOf('Exemption', 'exemptions:read', async (serviceIds, ctx) => {
  const found = await authenticated(ctx).stores.exemptions.findMany(serviceIds);
  const byId = new Map(found.map((one) => [one.serviceId, one]));
  return serviceIds.map((serviceId) => byId.get(serviceId) ?? null);
});

builder.queryField('exemption', (t) =>
  t.field({
    type: ExemptionRef,
    nullable: true,
    extensions: needsScopes('exemptions:read'),
    description: 'One exemption, or null.',
    args: { by: t.arg(byExemption) },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getExemption(ctx, exemptionName(ctx, by, ['by']))),
  }),
);
