export type BackgroundWork = { start(): void; stop(): Promise<void> };

type Work = {
  readonly everyMs: number;
  /** One round; long ones stop early once `isStopped` says so. */
  run(isStopped: () => boolean): Promise<void>;
  onError(error: unknown): void;
};

/** Does the work again and again, with a pause after each round; a failed round is followed by the next one. */
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
