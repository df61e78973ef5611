import type { CountedSales, NexusThreshold } from '../../../../domain/nexus/nexus-threshold.ts';
import { asOneOf, asRecord, type JsonRecord } from '../../files/json-file.ts';
import { readNexusThreshold } from '../../files/nexus-thresholds.ts';
import type { Source } from '../../files/source.ts';
import { sourceName } from './state-book.ts';

export function readStateThreshold(row: JsonRecord, sources: readonly Source[]): NexusThreshold {
  const sourceOf = ({ source }: JsonRecord) => sourceName(sources, source);
  return readNexusThreshold({ row, currency: 'USD', countedSales: readCountedSales(row, sources), sourceOf });
}

function readCountedSales(row: JsonRecord, sources: readonly Source[]): CountedSales | null {
  if (row.countedSales === undefined) return null;
  const { basis, source } = asRecord(row.countedSales, 'counted sales');
  return { basis: bases[asOneOf(['gross', 'retail', 'taxable'], basis, 'basis')], source: sourceName(sources, source) };
}

const bases = { gross: 'GROSS', retail: 'RETAIL', taxable: 'TAXABLE' } as const;
