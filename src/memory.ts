import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by a third of what is in use, not to several times that, before the engine collects what has died. The
 * rate book makes for much in use, and a long list for much that dies: it would otherwise leave hundreds of megabytes
 * behind before anybody looks. To be called before the rate book is read.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
