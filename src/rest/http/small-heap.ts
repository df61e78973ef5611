import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * What a long list leaves behind is swept up only when the heap has grown to a multiple of what is in use, and with the rate
 * book in use that is hundreds of megabytes. While a long list is under way the heap may grow by a fifth only; sweeping so
 * often would cost short requests dearly, so it is for that time alone.
 */

const growth = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`);
const byDefault = 0;

let collect: ((options: { type: 'major'; execution: 'async' }) => Promise<void>) | null = null;
let entered = 0;

/** Begins such a time; the function that is answered ends it. */
export function enterSmallHeap(): () => void {
  if (entered++ === 0) begin();
  let isLeft = false;
  return () => {
    if (isLeft) return;
    isLeft = true;
    if (--entered === 0) growth(byDefault);
  };
}

/** The limit is set anew only when the heap was swept, so that is done once. */
function begin(): void {
  growth(20);
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
  }
  collect?.({ type: 'major', execution: 'async' }).catch(() => {}); // It is no more than a hint.
}
