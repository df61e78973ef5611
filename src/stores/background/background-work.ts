export type BackgroundWork = { start(): void; stop(): Promise<void> };

type Work = {
  readonly everyMs: number;
  /** Runs one round. A long round stops early once `isStopped` returns true. */
  run(isStopped: () => boolean): Promise<void>;
  onError(error: unknown): void;
};

/** Repeats the work, with a pause after each round; a failed round does not prevent further rounds. */
export function createBackgroundWork({ everyMs, run, onError }: Work): BackgroundWork {
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;
  let running: Promise<void> = Promise.resolve();

  function schedule(): void {
    timer = setTimeout(() => {
      running = run(() => hasStopped)
        .catch(onError)
        .finally(() => {
          if (!hasStopped) schedule();
        });
    }, everyMs).unref();
  }

  return {
    start: schedule,
    async stop() {
      hasStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
