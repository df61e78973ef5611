import { defaultHome } from '../../domain/transactions/home-of.ts';
import { Prisma } from '../generated/client.ts';

/** The seller's home address of a snapshot, as JSON text: see `homeOf`. */
export const recordedHome = Prisma.sql`(CASE WHEN (snapshot->'basis') IS NOT NULL
  THEN coalesce(snapshot #>> '{basis,settings,homeAddress}', ${JSON.stringify(defaultHome)}) END)`;
