import type { AttackedGateway } from './attacked-gateway.ts';
import type { HostileRequest } from './hostile-requests.ts';

/** The cost of one request: the minimum of several rounds, since other processes can only add to it. */
export type Measured = { readonly status: number; readonly body: string; readonly cpuMs: number };

export async function measure(
  { url, cpu }: AttackedGateway,
  { path, init }: Pick<HostileRequest, 'path' | 'init'>,
  { rounds, times }: { readonly rounds: number; readonly times: number },
): Promise<Measured> {
  const ask = async () => {
    const response = await fetch(url + path, init);
    return { status: response.status, body: await response.text() };
  };
  const first = await ask(); // The first request of a kind may compile code and fill caches.
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = cpu();
    for (let time = 0; time < times; time++) await ask();
    costs.push((cpu() - before) / times);
  }
  return { ...first, cpuMs: Math.min(...costs) };
}
