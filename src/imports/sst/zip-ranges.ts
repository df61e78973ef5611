import type { RateBookIndex } from '../../ports/rate-book-index.ts';

export type ZipRange = { readonly low: string; readonly high: string };

/** What a range names without the ZIP codes of other states, over whose lines the ranges of official files spill. */
export function clipToState(book: RateBookIndex, state: string, { low, high }: ZipRange): ZipRange[] {
  if (low === high) return [{ low, high }];
  const runs: { low: string; high: string }[] = [];
  let run: { low: string; high: string } | null = null;
  for (let number = Number(low); number <= Number(high); number++) {
    const zip = String(number).padStart(5, '0');
    const owner = book.stateOfZip(zip);
    // Codes that nobody knows are taken in where those of the state are on both sides.
    if (owner === null) continue;
    if (owner !== state) run = null;
    else if (run) run.high = zip;
    else {
      run = { low: zip, high: zip };
      runs.push(run);
    }
  }
  return runs;
}
