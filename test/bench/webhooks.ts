// npm run bench:webhooks: deliveries a second to one endpoint, by how long it takes to answer.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createWebhookSender } from '../../src/adapters/webhooks/sender.ts';
import { tenantSettings } from '../../src/domain/account/tenant.ts';
import { newServiceId } from '../../src/domain/base/service-id.ts';
import type { ReferenceData } from '../../src/ports/reference-data.ts';
import { createBackgroundWork } from '../../src/stores/background/background-work.ts';
import { openDatabase } from '../../src/stores/database/database.ts';
import { migrate } from '../../src/stores/database/migrate.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { createWebhookWorker } from '../../src/usecases/webhooks/webhook-worker.ts';
import { findPostgres, startPostgres } from '../support/postgres-server.ts';
import { addedSince, familyCpuSeconds } from './load.ts';
import { figure, table } from './report.ts';

const records = 6_000;
const eventsPerRecord = 2;
const measuredMs = 20_000;

const binaries = findPostgres();
if (!binaries) throw new Error('There are no PostgreSQL binaries on this machine.');
const server = await startPostgres(binaries, []);
const database = await openDatabase({ kind: 'server', url: server.url, poolSize: 10, preparesStatements: true });
try {
  await migrate(database);
  const rows: string[][] = [];
  for (const answersAfterMs of [0, 50, 200]) {
    const { perSecond, ms, storeMs, mostInFlight } = await measure(answersAfterMs);
    rows.push([`${answersAfterMs} ms`, figure(perSecond, 0), `${mostInFlight}`, figure(ms, 2), figure(storeMs, 2)]);
  }
  console.log(
    table(
      [
        'the endpoint answers after',
        'events a second',
        'most in flight',
        'ms of CPU, with the receiver',
        'of PostgreSQL',
      ],
      rows,
    ),
  );
} finally {
  await database.close();
  await server.stop();
}

async function measure(answersAfterMs: number) {
  const stores = createStores(database);
  const tenantId = randomUUID();
  await stores.tenants.insert({
    tenantId,
    name: tenantId,
    kind: 'LIVE',
    testClock: null,
    rulingsRevision: 0,
    settings: tenantSettings.parse({}),
  });
  const receiver = await startReceiver(answersAfterMs);
  const endpointId = newServiceId();
  const now = new Date();
  const at = { createdDate: now, updatedDate: now };
  const unset = { description: null, disabledReason: null, previousSecretUntil: null, failingSince: null };
  const endpoint = {
    ...unset,
    serviceId: endpointId,
    url: receiver.url,
    eventTypes: ['transaction.*'],
    status: 'ACTIVE' as const,
  };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  await stores.forTenant(tenantId).webhookEndpoints.insert({ ...endpoint, internalTimestamps: at, version: 1 }, secret);
  await queueEvents(stores, tenantId, endpointId);
  const onError = (error: unknown) => console.error(error);
  const worker = createWebhookWorker({
    outbox: stores.webhookOutbox,
    stores,
    bookFor: async () => ({}) as ReferenceData,
    sender: createWebhookSender({ allowsPrivate: true }),
    now: () => new Date(),
    random: Math.random,
    onError,
  });
  const rounds = createBackgroundWork({ everyMs: 1_000, onError, run: worker.round });
  const cpu = { own: process.cpuUsage(), store: familyCpuSeconds(server.processId!) };
  receiver.begin();
  rounds.start();
  await wait(measuredMs);
  const { user, system } = process.cpuUsage(cpu.own);
  const storeSeconds = addedSince(cpu.store, familyCpuSeconds(server.processId!));
  const { counts, mostInFlight } = receiver;
  await rounds.stop().then(() => worker.stop());
  receiver.close();
  // Without the first seconds, in which the number of lanes grows from round to round.
  const steady = counts.slice(Math.min(10, Math.floor(counts.length / 2)), Math.floor(measuredMs / 1_000));
  const used = steady.slice(
    0,
    steady.findLastIndex((count) => count > 0),
  );
  const perSecond = used.reduce((sum, count) => sum + count, 0) / used.length;
  const all = counts.reduce((sum, count) => sum + count, 0);
  const ms = (user + system) / 1_000 / all;
  return { perSecond, ms, storeMs: (1_000 * storeSeconds) / all, mostInFlight: mostInFlight() };
}

async function queueEvents(stores: ReturnType<typeof createStores>, tenantId: string, endpointId: string) {
  const unread = (await stores.webhookOutbox.read(tenantId, 1_000, new Date()))!;
  const subjects = Array.from({ length: records }, () => newServiceId());
  const deliveries = Array.from({ length: eventsPerRecord }, () => subjects)
    .flat()
    .map((serviceId) => ({
      endpointId,
      event: {
        eventId: newServiceId(),
        eventType: 'transaction.updated' as const,
        occurredAt: new Date(),
        subject: `TRANSACTION ${serviceId}`,
        data: { recordType: 'TRANSACTION', serviceId, recordKey: '9/INV-1', version: 2, changedMembers: ['items'] },
      },
    }));
  await stores.webhookOutbox.note(tenantId, unread, deliveries, new Date());
}

async function startReceiver(answersAfterMs: number) {
  let startedAt = performance.now();
  const counts: number[] = [];
  let inFlight = 0;
  let most = 0;
  const receiver = createServer((request, response) => {
    most = Math.max(most, ++inFlight);
    request.resume().on('end', () => {
      setTimeout(() => {
        const second = Math.floor((performance.now() - startedAt) / 1_000);
        while (counts.length <= second) counts.push(0);
        counts[second]! += 1;
        inFlight -= 1;
        response.end();
      }, answersAfterMs);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const begin = () => {
    startedAt = performance.now();
  };
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    begin,
    counts,
    mostInFlight: () => most,
    close: () => receiver.close(),
  };
}
