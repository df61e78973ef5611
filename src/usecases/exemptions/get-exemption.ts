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
  if (!exemption) throw 'serviceId' in by ? notFound('EXEMPTION', by) : notFound('EXEMPTION', {}, noneWith(by.key));
  return exemption;
}

function noneWith({ customerId, country, state, certificateId }: ExemptionKey): string {
  const place = state === null ? country : `${state}, ${country}`;
  const certificate =
    certificateId === null ? 'without a certificate id' : `with certificate ${JSON.stringify(certificateId)}`;
  return `Exemption of customer ${customerId} in ${place} ${certificate} not found.`;
}
