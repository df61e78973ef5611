/** An issue with a layer; `row` counts from 0 and is null if the issue is not about a single row. */
export type RateLayerIssue = { readonly layerId: string; readonly row: number | null; readonly message: string };

/** Thrown for layers that are incompatible with the rate book under them. */
export class RateLayerError extends Error {
  readonly issues: readonly RateLayerIssue[];

  constructor(issues: readonly RateLayerIssue[]) {
    const said = issues.map(({ layerId, row, message }) => {
      return row === null ? `${layerId}: ${message}` : `${layerId}, row ${row + 1}: ${message}`;
    });
    super(said.join('\n'));
    this.name = 'RateLayerError';
    this.issues = issues;
  }
}
