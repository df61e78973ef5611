import { parseInput } from '../../../src/domain/base/parse-input.ts';
import type { Context } from '../../../src/ports/context.ts';
import { upsertCustomer } from '../../../src/usecases/customers/upsert-customer.ts';
import { upsertExemptions } from '../../../src/usecases/exemptions/exemptions.ts';
import { upsertNexus } from '../../../src/usecases/nexus/change-nexus.ts';
import { upsertTransactions } from '../../../src/usecases/transactions/upsert-transactions.ts';
import { aContext, inputs } from '../../support/context.ts';
import { aTenant, type TestStore } from '../../support/stores.ts';
import { type PlantedDocument, registeredStates } from './mixed-file.ts';

/** The seller of the mixed file: its registrations, and its two customers. */
export async function mixedAccount({ stores }: TestStore): Promise<Context> {
  const ctx = aContext(stores, await aTenant(stores, { collectionPolicy: 'WHERE_REGISTERED' }));
  for (const state of registeredStates) {
    const body = { state, registrations: [{ validFrom: '2020-01-01' }] };
    await upsertNexus(ctx, parseInput(inputs.nexus, body));
  }
  const dates = { createdDate: '2026-01-01', updatedDate: '2026-01-01' };
  for (const externalId of ['RETAIL', 'EXEMPT']) {
    const body = { source: '1', externalId, name: externalId, externalTimestamps: dates };
    const { value } = await upsertCustomer(ctx, parseInput(inputs.customer, body));
    if (externalId !== 'EXEMPT') continue;
    const certificate = {
      customerId: value.serviceId,
      country: 'US',
      exemptionType: 'FULLY',
      certificate: { certificateId: 'MN-1' },
    };
    await upsertExemptions(
      ctx,
      parseInput(inputs.exemption, { exemption: certificate, states: [{ abbreviation: 'MN' }] }),
    );
  }
  return ctx;
}

export async function storeMixed(ctx: Context, documents: readonly PlantedDocument[]): Promise<void> {
  const bodies = documents.flatMap(({ stored }) => stored ?? []);
  for (let from = 0; from < bodies.length; from += 250) {
    const outcomes = await upsertTransactions(
      ctx,
      (raw) => parseInput(inputs.transaction, raw),
      bodies.slice(from, from + 250),
      { keep: (outcome) => outcome },
    );
    for (const outcome of outcomes) if (outcome.kind === 'failed') throw outcome.error;
  }
}
