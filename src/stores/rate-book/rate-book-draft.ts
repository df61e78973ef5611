import { AppError } from '../../domain/base/errors.ts';
import type { RateBookVersion } from '../../domain/rate-book/rate-book-version.ts';
import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookDraft } from '../../ports/stores/rate-book-store.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { insertBoundaries } from './boundary-rows.ts';
import { importLost, isAlive, removeDeadImports, removeImport, startImport } from './rate-imports.ts';

/** An arbitrary number that no other advisory lock uses. Versions are created and activated one at a time. */
const lockKey = 4_120_618;

export async function lockVersions(unit: Pick<PrismaDatabase, '$executeRaw'>): Promise<void> {
  await unit.$executeRaw`SELECT pg_advisory_xact_lock(${lockKey}::bigint)`;
}

type UnitOfWork = Pick<PrismaDatabase, '$executeRaw' | '$queryRaw' | 'rateBookVersion' | 'rateLayer'>;
type WrittenLayer = { readonly layerNumber: number; rows: number };
type NewVersion = Parameters<RateBookDraft['commit']>[0];

export async function beginImport(prisma: PrismaDatabase): Promise<RateBookDraft> {
  await removeDeadImports(prisma);
  const { importId, stop } = await startImport(prisma);
  const written = new Map<string, WrittenLayer>();

  async function layerToWrite(layerId: string): Promise<WrittenLayer> {
    const known = written.get(layerId);
    if (known) return known;
    const layer = { layerNumber: await addLayer(prisma, importId), rows: 0 };
    written.set(layerId, layer);
    return layer;
  }

  return {
    async addBoundaries(layerId, rows) {
      const layer = await layerToWrite(layerId);
      const target = { importId, layerNumber: layer.layerNumber, before: layer.rows };
      if (!(await insertBoundaries(prisma, target, rows))) throw importLost();
      layer.rows += rows.length;
    },

    async commit(version) {
      requireWhole(version.layers, written);
      const committed = await prisma.$transaction(async (unit) => {
        await lockVersions(unit);
        const ended = await unit.$executeRaw`DELETE FROM rate_imports WHERE ${isAlive(importId)}`;
        if (ended === 0) throw importLost();
        await requireNew(unit, version.layers);
        for (const layer of version.layers) await keepLayer(unit, layer, written.get(layer.layerId) ?? null);
        return insertVersion(unit, version);
      });
      stop();
      // Without statistics on the new rows, the planner may read a whole layer to find a street. A failure is harmless:
      // the version is committed, and a server collects statistics later anyway.
      if (written.size > 0) await prisma.$executeRaw`ANALYZE boundary_rows`.catch(() => {});
      return committed;
    },

    async discard() {
      stop();
      written.clear();
      await removeImport(prisma, importId);
    },
  };
}

/** A distributed database can insert from a query that locks rows only if the query is in a `WITH`. */
async function addLayer(prisma: PrismaDatabase, importId: string): Promise<number> {
  const [row] = await prisma.$queryRaw<{ layer_number: number }[]>`
    WITH alive AS MATERIALIZED (SELECT import_id FROM rate_imports WHERE ${isAlive(importId)} FOR SHARE)
    INSERT INTO rate_layers (import_id, kind) SELECT import_id, 'BOUNDARIES'::"RateLayerKind" FROM alive
    RETURNING layer_number`;
  if (!row) throw importLost();
  return row.layer_number;
}

/** Missing rows, and rows of an unknown layer, indicate a bug in the importer. */
function requireWhole(layers: readonly RateLayer[], written: ReadonlyMap<string, WrittenLayer>): void {
  const counts = new Map([...written].map(([layerId, { rows }]) => [layerId, rows]));
  for (const layer of layers) {
    const rows = counts.get(layer.layerId) ?? 0;
    const wanted = layer.kind === 'BOUNDARIES' ? layer.rowCount : 0;
    if (rows !== wanted) throw new Error(`The layer ${layer.layerId} has ${rows} boundary rows instead of ${wanted}.`);
    counts.delete(layer.layerId);
  }
  if (counts.size > 0) throw new Error(`Boundary rows were written for unknown layers: ${[...counts.keys()]}`);
}

async function requireNew(unit: UnitOfWork, layers: readonly RateLayer[]): Promise<void> {
  const layerIds = layers.map(({ layerId }) => layerId);
  const taken = await unit.rateLayer.findFirst({ where: { layerId: { in: layerIds } }, select: { layerId: true } });
  if (taken) throw new AppError('CONFLICT', `The rate book already has a layer ${taken.layerId}.`);
}

async function keepLayer(unit: UnitOfWork, layer: RateLayer, written: WrittenLayer | null): Promise<void> {
  const { layerId, kind } = layer;
  const state = stateOf(layer);
  const content = JSON.stringify(layer);
  if (written) {
    await unit.$executeRaw`
      UPDATE rate_layers SET layer_id = ${layerId}, import_id = NULL, state = ${state}, content = ${content}::json
      WHERE layer_number = ${written.layerNumber}`;
    return;
  }
  await unit.$executeRaw`
    INSERT INTO rate_layers (layer_id, kind, state, content)
    VALUES (${layerId}, ${kind}::"RateLayerKind", ${state}, ${content}::json)`;
}

type VersionRow = Omit<RateBookVersion, 'base' | 'format'> & {
  readonly baseVersion: string | null;
  readonly baseDigest: string | null;
};

export function toVersion({ baseVersion, baseDigest, layerIds, ...row }: VersionRow): RateBookVersion {
  const formats = layerIds.flatMap((layerId) => formatMark.exec(layerId)?.[1] ?? []);
  return {
    ...row,
    layerIds: layerIds.filter((layerId) => !formatMark.test(layerId)),
    base: baseVersion === null ? null : { version: baseVersion, digest: baseDigest! },
    format: Math.max(1, ...formats.map(Number)),
  };
}

/**
 * A later format is stored as the id of a layer that does not exist. Releases that support only the first format find
 * no such layer and keep the rate book in use, instead of ignoring unknown data.
 */
const formatMark = /^format (\d+)$/;

function needsFormat2({ layers, base }: NewVersion): boolean {
  return base !== undefined || layers.some((layer) => layer.kind === 'CORRECTIONS' && (layer.facts?.length ?? 0) > 0);
}

async function insertVersion(unit: UnitOfWork, given: NewVersion): Promise<RateBookVersion> {
  const { layers, note, at, onto, base: book, newest: expected } = given;
  const newest = await unit.rateBookVersion.findFirst({ orderBy: { number: 'desc' } });
  if (expected !== undefined && newest && newest.number !== expected) {
    const message = `Version ${newest.number} of the rate book was created in the meantime, so nothing was stored. Import again to build on that version, or specify another version with "--onto".`;
    throw new AppError('CONFLICT', message);
  }
  const row = onto === undefined ? newest : await unit.rateBookVersion.findUnique({ where: { number: onto } });
  const base = row && toVersion(row);
  const format = Math.max(base?.format ?? 1, needsFormat2(given) ? 2 : 1);
  const before = await unit.rateLayer.findMany({
    where: { layerId: { in: [...(base?.layerIds ?? [])] } },
    select: { layerId: true, kind: true, state: true },
  });
  const replaced = before
    .filter((old) => layers.some((layer) => takesPlaceOf(layer, old)))
    .map(({ layerId }) => layerId);
  const version = {
    number: (newest?.number ?? 0) + 1,
    createdAt: at,
    note,
    layerIds: [
      ...(format > 1 ? [`format ${format}`] : []),
      ...(base?.layerIds ?? []).filter((layerId) => !replaced.includes(layerId)),
      ...layers.map(({ layerId }) => layerId),
    ],
    baseVersion: book?.version ?? base?.base?.version ?? null,
    baseDigest: book?.digest ?? base?.base?.digest ?? null,
  };
  await unit.rateBookVersion.create({ data: version, select: { number: true } });
  return toVersion(version);
}

/**
 * Whether a layer replaces an older one: corrections accumulate, while rates and boundaries replace the earlier layer
 * of the same kind and state.
 */
function takesPlaceOf(layer: RateLayer, old: { readonly kind: string; readonly state: string | null }): boolean {
  return layer.kind !== 'CORRECTIONS' && layer.kind === old.kind && layer.state === old.state;
}

function stateOf(layer: RateLayer): string | null {
  return layer.kind === 'CORRECTIONS' ? null : layer.state;
}
