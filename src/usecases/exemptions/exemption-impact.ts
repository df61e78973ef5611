import { customerNotFound } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ImpactInput } from '../../domain/exemptions/impact-input.ts';
import { type ExemptionImpact, impactOf } from '../../domain/what-if/impact/exemption-impact.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { exemptedInvoices } from './exempted-invoices.ts';
import { exemptionsOf, findExemption } from './exemptions.ts';

/**
 * The recorded invoices that a stored or described exemption would have exempted, under the law and rates stored with them.
 * Changes nothing.
 */
export async function exemptionImpact(ctx: Context, input: ImpactInput): Promise<ExemptionImpact> {
  authorize(ctx, 'exemptions:read');
  const { stores } = authorize(ctx, 'transactions:read');
  const exemptions = await askedExemptions(ctx, input);
  return impactOf(await exemptedInvoices(stores.transactions, exemptions, input, (exempted) => exempted));
}

async function askedExemptions(ctx: Context, { serviceId, exemption }: ImpactInput): Promise<Exemption[]> {
  const { stores } = authorize(ctx, 'exemptions:read');
  if (serviceId !== null) return [await findExemption(stores.exemptions, { serviceId })];
  if (exemption === null) return [];
  const [customer] = await stores.customers.findMany([exemption.customerId]);
  if (!customer) throw customerNotFound(exemption.customerId);
  return exemptionsOf(exemption, ctx.now());
}
