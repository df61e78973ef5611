import { useEffect } from 'preact/hooks';
import { testClock } from '../format/format.ts';
import { shellOperation, testClockOperation } from './operations.ts';
import { useQuery } from './query.ts';

/** Sets the console’s today to the clock of a test tenant. Other tenants have no clock. */
export function useTestClock(): void {
  const { data } = useQuery(shellOperation, {});
  const { data: own } = useQuery(testClockOperation, data?.account?.kind === 'TEST' ? {} : null);
  const clock = own?.testClock;
  const time = clock && !clock.isReal ? clock.now : null;
  useEffect(() => {
    testClock.value = time;
  }, [time]);
}
