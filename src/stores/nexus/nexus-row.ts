import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { Prisma } from '../generated/client.ts';

export type NexusRow = {
  country: string;
  state: string;
  physical_nexus: NexusDeclaration['physicalNexus'];
  economic_nexus: NexusDeclaration['economicNexus'];
  registrations: NexusDeclaration['registrations'];
  created_at: string;
  updated_at: string;
  version: number;
};

export const nexusColumns = Prisma.sql`country, state, physical_nexus, economic_nexus, registrations, created_at, updated_at, version`;

export function toDeclaration(row: NexusRow): NexusDeclaration {
  return {
    country: row.country,
    state: row.state === '' ? null : row.state,
    physicalNexus: row.physical_nexus,
    economicNexus: row.economic_nexus,
    registrations: row.registrations,
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
    version: row.version,
  };
}
