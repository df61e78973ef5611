/** What is wrong with a layer; `row` counts from 0, and is null where no single row is at issue. */
export type RateLayerIssue = { readonly layerId: string; readonly row: number | null; readonly message: string };

/** Layers that cannot be laid over the bundled rate book, with all that is wrong. */
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
