import { type Additions, createAdditions } from './additions.ts';
import type { Addition } from './messages.ts';

/** Forwarding interval: batches that arrive within it are forwarded together. */
const passOnEveryMs = 10;
const mostRemembered = 200_000;

type Tell = (additions: readonly Addition[]) => void;
type Member = { readonly tell: Tell; readonly untold: Additions; readonly held: Additions };

/** Runs in the primary and forwards each worker's counts to the others. */
type CountExchange = {
  /** Sends a new worker all current counts. */
  join(worker: number, tell: Tell): void;
  add(worker: number, additions: readonly Addition[]): void;
  /** Releases the counts held by a worker. */
  leave(worker: number): void;
};

export function createCountExchange(now: () => number): CountExchange {
  const members = new Map<number, Member>();
  /** Counts with an expiry, including those of dead workers. */
  const passing = createAdditions(mostRemembered);
  let latest = 0;
  let isScheduled = false;

  function remember({ held }: Member, addition: Addition): void {
    const { until } = addition;
    if (until !== null && until > latest) {
      latest = until;
      passing.expire(now()); // Once per expiry time, not once per addition.
    }
    (until === null ? held : passing).add(addition);
  }

  function tellOthers(worker: number, additions: readonly Addition[]): void {
    if (additions.length === 0) return;
    for (const [id, { untold }] of members) {
      if (id !== worker) for (const addition of additions) untold.add(addition);
    }
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(tellAll, passOnEveryMs);
  }

  function tellAll(): void {
    isScheduled = false;
    for (const { tell, untold } of members.values()) {
      const additions = untold.take();
      if (additions.length > 0) tell(additions);
    }
  }

  return {
    join(worker, tell) {
      passing.expire(now());
      const known = [passing, ...[...members.values()].map(({ held }) => held)].flatMap((additions) =>
        additions.list(),
      );
      if (known.length > 0) tell(known);
      members.set(worker, { tell, untold: createAdditions(mostRemembered), held: createAdditions(mostRemembered) });
    },
    add(worker, additions) {
      const member = members.get(worker);
      if (!member) return;
      for (const addition of additions) remember(member, addition);
      tellOthers(worker, additions);
    },
    leave(worker) {
      const held = members.get(worker)?.held.list() ?? [];
      members.delete(worker);
      tellOthers(
        worker,
        held.map((addition) => ({ ...addition, amount: -addition.amount })),
      );
    },
  };
}
