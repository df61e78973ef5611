import { AppError } from '../../domain/base/errors.ts';
import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { findBoundaries } from './boundary-rows.ts';
import { beginImport } from './rate-book-draft.ts';

export function createRateBookStore({ prisma, statements }: Database): RateBookStore {
  return {
    list: () => prisma.rateBookVersion.findMany({ orderBy: { number: 'desc' } }),
    find: (number) => prisma.rateBookVersion.findUnique({ where: { number } }),

    async findLayers(layerIds) {
      const rows = await statements.rows<{ layer_id: string; content: RateLayer }>(
        Prisma.sql`SELECT layer_id, content FROM rate_layers WHERE layer_id = ANY(${[...layerIds]}::text[])`,
      );
      const layers = new Map(rows.map(({ layer_id, content }) => [layer_id, content]));
      return layerIds.map((layerId) => {
        const layer = layers.get(layerId);
        if (!layer) throw new AppError('NOT_FOUND', `There is no layer ${layerId} of the rate book.`);
        return layer;
      });
    },

    listActivations: (limit) =>
      prisma.rateBookActivation.findMany({
        orderBy: { activationNumber: 'desc' },
        take: limit,
        select: { number: true, activatedAt: true },
      }),

    async activate(number, at) {
      const inserted = await prisma.$executeRaw`
        INSERT INTO rate_book_activations (number, activated_at)
        SELECT ${number}::int, ${at.toISOString()}::timestamptz
        WHERE ${number}::int = 0 OR EXISTS (SELECT 1 FROM rate_book_versions WHERE number = ${number}::int)`;
      if (inserted === 0) throw new AppError('NOT_FOUND', `There is no version ${number} of the rate book.`);
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
