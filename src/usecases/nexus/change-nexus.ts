import { isDeepStrictEqual } from 'node:util';
import { invalidInput } from '../../domain/base/errors.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import { currentNexusRevision, type NexusPlace, type NexusTerms } from '../../domain/nexus/nexus.ts';
import type { NexusInput } from '../../domain/nexus/nexus-input.ts';
import type { NexusDeclaration, NexusWindow } from '../../domain/nexus/nexus-record.ts';
import { registrationsUnder, unionOverlaps } from '../../domain/nexus/one-stop-shop.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { todayAtHome } from '../account/account.ts';
import { retryOnConflict, type Upserted } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';

/** Creates or replaces all declarations for a place. Stored documents keep their figures. */
export async function upsertNexus(
  ctx: Context,
  { place, terms }: NexusInput,
  precondition?: Precondition,
): Promise<Upserted<NexusDeclaration>> {
  const session = authorize(ctx, 'nexus:write');
  const { nexus } = session.stores;
  const result = await retryOnConflict<Upserted<NexusDeclaration>>(
    recordOf(session, 'nexus', place.country, place.state ?? ''),
    async () => {
      const stored = await nexus.find(place);
      requireExpected(precondition, stored && currentNexusRevision(stored));
      if (stored && isDeepStrictEqual(declaredTerms(stored), terms)) return { kind: 'unchanged', value: stored };
      const overlapsIn = (all: readonly NexusDeclaration[]) => unionOverlaps(place.country, terms.registrations, all);
      const overlaps = overlapsIn(await nexus.list());
      if (overlaps.length > 0) throw invalidInput(overlaps);
      const isOfUnion = registrationsUnder('UNION_ONE_STOP_SHOP', [terms]).length > 0;
      const guard = isOfUnion ? (all: readonly NexusDeclaration[]) => overlapsIn(all).length === 0 : undefined;
      const now = ctx.now();
      if (!stored) {
        const internalTimestamps = { createdDate: now, updatedDate: now };
        const declaration = { ...place, ...terms, internalTimestamps, version: 1 };
        return (await nexus.insert(declaration, guard)) ? { kind: 'created', value: declaration } : null;
      }
      const changed = changedNexus(stored, terms, now);
      return (await nexus.replace(changed, stored.version, guard)) ? { kind: 'replaced', value: changed } : null;
    },
  );
  session.recent.forget();
  return result;
}

function declaredTerms({ physicalNexus, economicNexus, registrations }: NexusTerms): NexusTerms {
  return { physicalNexus, economicNexus, registrations };
}

function changedNexus(stored: NexusDeclaration, terms: NexusTerms, now: Date): NexusDeclaration {
  const internalTimestamps = changedAt(stored.internalTimestamps, now);
  return { ...stored, ...terms, internalTimestamps, version: stored.version + 1 };
}

/**
 * Ends all declarations for a place: today is their last day, and periods that begin later are removed. Earlier periods
 * are kept, because documents with earlier dates are calculated with them. Returns the remaining declarations, or null
 * if the place never had any.
 */
export async function endNexus(
  ctx: Context,
  place: NexusPlace,
  precondition?: Precondition,
): Promise<NexusDeclaration | null> {
  const session = authorize(ctx, 'nexus:write');
  const { nexus } = session.stores;
  const { declaration } = await retryOnConflict(
    recordOf(session, 'nexus', place.country, place.state ?? ''),
    async () => {
      const stored = await nexus.find(place);
      requireExpected(precondition, stored && currentNexusRevision(stored));
      if (!stored) return { declaration: null };
      const now = ctx.now();
      const terms = endedOn(await todayAtHome(ctx), stored);
      if (isDeepStrictEqual(terms, declaredTerms(stored))) return { declaration: stored };
      const changed = changedNexus(stored, terms, now);
      return (await nexus.replace(changed, stored.version)) ? { declaration: changed } : null;
    },
  );
  session.recent.forget();
  return declaration;
}

function endedOn(day: string, { physicalNexus, economicNexus, registrations }: NexusTerms): NexusTerms {
  const ended = <Window extends NexusWindow>(windows: readonly Window[]): Window[] =>
    windows
      .filter(({ validFrom }) => validFrom <= day)
      .map((window) =>
        window.validThrough === null || window.validThrough > day ? { ...window, validThrough: day } : window,
      );
  return {
    physicalNexus: ended(physicalNexus),
    economicNexus: ended(economicNexus),
    registrations: ended(registrations),
  };
}
