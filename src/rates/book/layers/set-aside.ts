import type { CorrectionsLayer, FactCorrection, RateLayer } from '../../../domain/rate-book/rate-layer.ts';
import { RateLayerError, type RateLayerIssue } from './rate-layer-error.ts';

/**
 * The layers without the corrections that do not fit, which are described. Throws for issues of whole files: without one, its state
 * would silently have the rates of the book.
 */
export function withoutMisfits(layers: readonly RateLayer[], issues: readonly RateLayerIssue[]) {
  const ofFiles = issues.filter(({ row }) => row === null);
  if (ofFiles.length > 0) throw new RateLayerError(ofFiles);
  const misfits = new Set(issues.map(({ layerId, row }) => `${layerId} ${row}`));
  const kept = layers.map((layer): RateLayer => {
    if (layer.kind !== 'CORRECTIONS') return layer;
    const { layerId, rows, facts = [] } = layer;
    return {
      ...layer,
      rows: rows.filter((_, index) => !misfits.has(`${layerId} ${index}`)),
      facts: facts.filter((_, index) => !misfits.has(`${layerId} ${rows.length + index}`)),
    };
  });
  const setAside = issues.flatMap(({ layerId, row, message }) => {
    const layer = layers.find((one) => one.layerId === layerId);
    return layer?.kind === 'CORRECTIONS' && row !== null ? [`${nameOf(layer, row)} is not applied: ${message}`] : [];
  });
  return { kept, setAside };
}

function nameOf({ rows, facts = [] }: CorrectionsLayer, row: number): string {
  const rate = rows[row];
  if (rate) return `${rate.jurisdictionId}: the imported rate ${rate.rate} (${rate.source})`;
  const fact = facts[row - rows.length]!;
  return `${nameOfFact(fact)}: the imported ${factWords[fact.part]} (${fact.source})`;
}

/** Its place and what it is about: `MN groceries`. */
export function nameOfFact({ country, subdivision, row }: FactCorrection): string {
  return [subdivision ?? country, row.category ?? row.fee ?? row.city].flatMap((one) => one ?? []).join(' ');
}

export const factWords = {
  RULE: 'rule',
  HOLIDAY: 'holiday',
  CAP: 'cap',
  NEXUS: 'threshold',
  DUE_DAY: 'due day',
} as const;
