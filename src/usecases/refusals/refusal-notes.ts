import { oldestRefusal } from '../../domain/refusals/refusal.ts';
import type { RefusalNote, RefusalNotes } from '../../ports/refusal-notes.ts';
import type { Stores, TenantStores } from '../../ports/stores.ts';

/**
 * The maximum number of pending notes; further notes are dropped. If all documents of a sender are refused, the first
 * thousand notes show it.
 */
const mostWaiting = 1_000;
/** The delay before notes are stored. By then, the response is already being sent. */
const pauseMs = 50;
/** Notes stored per tenant before the oldest are removed. Keeps a sender from filling the table. */
const notesPerPurge = 200;

/** Stores the notes one after another. Pending notes are lost when the gateway stops. */
export function createRefusalNotes(stores: Pick<Stores, 'forTenant'>, onError: (error: unknown) => void): RefusalNotes {
  const waiting: RefusalNote[] = [];
  const countByTenant = new Map<string, number>();
  let isRunning = false;

  async function store(note: RefusalNote): Promise<void> {
    const { tenantId, by, ...refused } = note;
    const ofTenant = stores.forTenant(tenantId);
    const key = 'key' in by ? by.key : await keyOf(ofTenant, by.serviceId);
    if (!key) return;
    await ofTenant.refusals.note({ ...refused, source: key.source, externalId: key.externalId });
    const count = (countByTenant.get(tenantId) ?? 0) + 1;
    countByTenant.set(tenantId, count % notesPerPurge);
    if (count === notesPerPurge) await ofTenant.refusals.purge(oldestRefusal(note.refusedAt));
  }

  async function run(): Promise<void> {
    for (let note = waiting.shift(); note; note = waiting.shift()) await store(note).catch(onError);
    isRunning = false;
  }

  return {
    add(note) {
      if (waiting.length >= mostWaiting) return;
      waiting.push(note);
      if (isRunning) return;
      isRunning = true;
      setTimeout(run, pauseMs).unref();
    },
  };
}

async function keyOf({ transactions }: TenantStores, serviceId: string) {
  const stored = await transactions.findById(serviceId);
  return stored?.transaction ?? null;
}
