import { isDeepStrictEqual } from 'node:util';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { currentNexusRevision, type NexusPlace, type NexusTerms } from '../../domain/nexus/nexus.ts';
import type { NexusDeclaration, NexusWindow } from '../../domain/nexus/nexus-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { todayAtHome } from '../account/today-at-home.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { changedNexus, declaredTerms } from './upsert-nexus.ts';

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
