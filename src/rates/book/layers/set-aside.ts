import type { RateLayer } from '../../../domain/rate-book/rate-layer.ts';
import { notAppliedText } from './imported-words.ts';
import { RateLayerError, type RateLayerIssue } from './rate-layer-error.ts';

/**
 * The layers without the corrections that do not match, and descriptions of these corrections. Throws for issues with a
 * whole file: without the file, its state would silently have the rates of the book.
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
    if (layer?.kind !== 'CORRECTIONS' || row === null) return [];
    const { rows, facts = [] } = layer;
    return notAppliedText(rows[row] ?? facts[row - rows.length]!, message);
  });
  return { kept, setAside };
}
