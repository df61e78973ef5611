import { notFound } from '../../domain/base/errors.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import { type Customer, customerNotFound } from '../../domain/customers/customer.ts';
import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionInput } from '../../domain/exemptions/exemption-input.ts';
import { authenticated, authorize, type Context } from '../../ports/context.ts';
import type { ExemptionKey, ExemptionStore } from '../../ports/stores/exemption-store.ts';
import { currentSettings, dayAtHome } from '../account/account.ts';
import { storedList } from '../reading/stored-list.ts';

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

/** One page of exemptions, newest first by default. */
export const { list: listExemptions, count: countExemptions } = storedList(
  'exemptions:read',
  ({ exemptions }) => exemptions,
);

/** The customers of exemptions by id, in one statement. Empty if the token may not read customers. */
export async function findExemptCustomers(
  ctx: Context,
  exemptions: readonly Exemption[],
): Promise<ReadonlyMap<string, Customer>> {
  const { principal, stores } = authorize(ctx, 'exemptions:read');
  if (!principal.scopes.has('customers:read')) return new Map();
  const found = await stores.customers.findMany([...new Set(exemptions.map(({ customerId }) => customerId))]);
  return new Map(found.map((customer) => [customer.serviceId, customer]));
}

/**
 * Stores one exemption per state, or one for the whole country if no state is given. Each is created or replaced by
 * customer, country, state and certificate id. Either all or none are stored.
 */
export async function upsertExemptions(ctx: Context, input: ExemptionInput): Promise<Exemption[]> {
  const { stores } = authorize(ctx, 'exemptions:write');
  const [customer] = await stores.customers.findMany([input.customerId]);
  if (!customer) throw customerNotFound(input.customerId);
  return stores.exemptions.upsertAll(exemptionsOf(input, ctx.now()));
}

/** New exemption records, one per state. */
export function exemptionsOf({ states, ...shared }: ExemptionInput, now: Date): Exemption[] {
  return (states.length > 0 ? states : [{ code: null, name: null, sentCode: null }]).map((state) => ({
    ...shared,
    serviceId: newServiceId(),
    state: state.code,
    stateName: state.name,
    sentStateCode: state.sentCode === state.code ? null : state.sentCode,
    hasFile: false,
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
  }));
}

/** Today at the seller's establishment, and the settings used to evaluate certificates. */
export async function certificateTerms(ctx: Context): Promise<CertificateTerms> {
  const settings = await currentSettings(authenticated(ctx));
  const { expiringSoonDays, requireEvidence } = settings;
  return { on: dayAtHome(settings, ctx), expiringSoonDays, requireEvidence };
}
