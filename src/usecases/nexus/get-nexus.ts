import { AppError } from '../../domain/base/errors.ts';
import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { nameOfPlace } from './nexus-places.ts';

/** Throws `NOT_FOUND` if nothing is declared for the place. */
export async function getNexus(ctx: Context, place: NexusPlace): Promise<NexusDeclaration> {
  const { nexus } = authorize(ctx, 'nexus:read').stores;
  const declaration = await nexus.find(place);
  if (declaration) return declaration;
  throw new AppError('NOT_FOUND', `Nothing is declared for ${nameOfPlace(ctx.reference, place)}.`);
}
