import type { RateBookIndex } from '../../ports/rate-book-index.ts';

export type ZipRange = { readonly low: string; readonly high: string };

/** The parts of a range inside the state: ranges in SST files cross state lines. */
export function clipToState(book: RateBookIndex, state: string, { low, high }: ZipRange): ZipRange[] {
  if (low === high) return [{ low, high }];
  const runs: { low: string; high: string }[] = [];
  let run: { low: string; high: string } | null = null;
  for (let number = Number(low); number <= Number(high); number++) {
    const zip = String(number).padStart(5, '0');
    const owner = book.stateOfZip(zip);
    // Unknown codes are included if those around them belong to the state.
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
