import { notFound } from '../../domain/base/errors.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ExemptionKey, ExemptionStore } from '../../ports/stores/exemption-store.ts';

/** Identifies an exemption by its service id or by its unique key. */
export type ExemptionName = { readonly serviceId: string } | { readonly key: ExemptionKey };

export function getExemption(ctx: Context, by: ExemptionName): Promise<Exemption> {
  return findExemption(authorize(ctx, 'exemptions:read').stores.exemptions, by);
}

export async function findExemption(exemptions: ExemptionStore, by: ExemptionName): Promise<Exemption> {
  const exemption =
    'serviceId' in by ? (await exemptions.findMany([by.serviceId]))[0] : await exemptions.findByKey(by.key);
  if (!exemption) throw notFound('EXEMPTION', 'serviceId' in by ? by : {}, 'Exemption not found.');
  return exemption;
}
