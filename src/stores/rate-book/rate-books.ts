import { AppError } from '../../domain/base/errors.ts';
import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import type { Database, PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { findBoundaries } from './boundary-rows.ts';
import { beginImport, lockVersions, toVersion } from './rate-book-draft.ts';

export function createRateBookStore({ prisma, statements }: Database): RateBookStore {
  return {
    async list() {
      const rows = await prisma.rateBookVersion.findMany({ orderBy: { number: 'desc' } });
      return rows.map(toVersion);
    },
    async find(number) {
      const row = await prisma.rateBookVersion.findUnique({ where: { number } });
      return row && toVersion(row);
    },

    async findLayers(layerIds) {
      const rows = await statements.rows<{ layer_id: string; content: RateLayer }>(
        Prisma.sql`SELECT layer_id, content FROM rate_layers WHERE layer_id = ANY(${[...layerIds]}::text[])`,
      );
      const layers = new Map(rows.map(({ layer_id, content }) => [layer_id, content]));
      return layerIds.map((layerId) => {
        const layer = layers.get(layerId);
        if (!layer) throw new AppError('NOT_FOUND', `Layer ${layerId} of the rate book was not found.`);
        return layer;
      });
    },

    listActivations: (limit) =>
      prisma.rateBookActivation.findMany({
        orderBy: { activationNumber: 'desc' },
        take: limit,
        select: { number: true, activatedAt: true },
      }),

    async activate(number, at, over) {
      await prisma.$transaction(async (unit) => {
        await lockVersions(unit);
        if (over !== undefined) await requireInForce(unit, over);
        await insertActivation(unit, number, at);
        await unit.rateBookTask.deleteMany({ where: { task: 'ACTIVATE' } });
      });
    },
    async planActivation({ number, activatedAt: dueAt }, over) {
      await prisma.$transaction(async (unit) => {
        await lockVersions(unit);
        if (over !== undefined) await requireInForce(unit, over);
        await requireVersion(unit, number);
        const plan = { task: 'ACTIVATE', number, dueAt };
        await unit.rateBookTask.upsert({ where: { task: plan.task }, create: plan, update: plan });
      });
    },
    async findPlan() {
      const plan = await prisma.rateBookTask.findUnique({ where: { task: 'ACTIVATE' } });
      return plan && { number: plan.number!, activatedAt: plan.dueAt };
    },
    activateDue: (number) =>
      prisma.$transaction(async (unit) => {
        await lockVersions(unit);
        const [plan] = await unit.$queryRaw<{ now: Date }[]>`
          DELETE FROM rate_book_tasks WHERE task = 'ACTIVATE' AND number = ${number}::int AND due_at <= now()
          RETURNING now() AS now`;
        if (!plan) return null;
        await insertActivation(unit, number, plan.now);
        return { number, activatedAt: plan.now };
      }),

    async beginCheck(now, until) {
      const claimed = await prisma.$executeRaw`
        INSERT INTO rate_book_tasks (task, due_at) VALUES ('CHECK', ${until.toISOString()}::timestamptz)
        ON CONFLICT (task) DO UPDATE SET due_at = excluded.due_at
        WHERE rate_book_tasks.due_at <= ${now.toISOString()}::timestamptz`;
      return claimed > 0;
    },
    async endCheck({ checkedAt: doneAt, failure }, dueAt) {
      await prisma.rateBookTask.updateMany({ where: { task: 'CHECK' }, data: { doneAt, failure, dueAt } });
    },
    async lastCheck() {
      const check = await prisma.rateBookTask.findUnique({ where: { task: 'CHECK' } });
      return check?.doneAt ? { checkedAt: check.doneAt, failure: check.failure } : null;
    },

    listArchived: () =>
      prisma.rateBookArchive.findMany({
        orderBy: [{ archivedAt: 'asc' }, { version: 'asc' }],
        select: { version: true, digest: true, archivedAt: true },
      }),
    findArchived: (version) =>
      prisma.rateBookArchive.findMany({
        where: { version },
        orderBy: { archivedAt: 'asc' },
        select: { version: true, digest: true, content: true },
      }),
    async archive({ version, digest, content }, at) {
      await prisma.$executeRaw`
        INSERT INTO rate_book_archives (version, digest, archived_at, content)
        VALUES (${version}, ${digest}, ${at.toISOString()}::timestamptz, ${content})
        ON CONFLICT DO NOTHING`;
    },

    beginImport: () => beginImport(prisma),
    findBoundaries: (layerId, at) => findBoundaries(statements, layerId, at),
  };
}

type UnitOfWork = Pick<PrismaDatabase, '$executeRaw' | 'rateBookVersion'>;

async function insertActivation(unit: UnitOfWork, number: number, at: Date): Promise<void> {
  await requireVersion(unit, number);
  await unit.$executeRaw`
    INSERT INTO rate_book_activations (number, activated_at)
    VALUES (${number}::int, ${at.toISOString()}::timestamptz)`;
}

async function requireInForce(unit: Pick<PrismaDatabase, 'rateBookActivation'>, number: number): Promise<void> {
  const last = await unit.rateBookActivation.findFirst({
    orderBy: { activationNumber: 'desc' },
    select: { number: true },
  });
  const inForce = last?.number ?? 0;
  if (inForce === number) return;
  const message = `Version ${inForce} of the rate book was activated in the meantime and stays in force. Run the command again to build on that version.`;
  throw new AppError('CONFLICT', message);
}

/** Versions are never deleted, so the result of this check remains valid. */
async function requireVersion(unit: UnitOfWork, number: number): Promise<void> {
  if (number === 0 || (await unit.rateBookVersion.findUnique({ where: { number }, select: { number: true } }))) return;
  throw new AppError('NOT_FOUND', `Version ${number} of the rate book was not found.`);
}
