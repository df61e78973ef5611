import { formatCount } from '../domain/base/words.ts';

/** Where progress is shown: standard error, which scripts do not read. */
export type ProgressOutput = {
  /** Whether lines can be overwritten. */
  readonly isTerminal: boolean;
  write(text: string): void;
};

export type Progress = {
  report(what: string, progress: { readonly bytes: number; readonly size: number }): void;
  /** Includes the remaining time at the average speed so far. */
  reportCount(what: string, progress: { readonly done: number; readonly total: number; readonly unit: string }): void;
  end(): void;
};

const barWidth = 30;
const megabyte = 1_000_000;
const intervalMs = { bar: 200, lines: 15_000 };

/** Shows a bar in a terminal, an occasional line elsewhere, and nothing for quick work. */
export function startProgress({ isTerminal, write }: ProgressOutput, now: () => number = Date.now): Progress {
  const startedAt = now();
  let shownAt = startedAt;
  let isBarShown = false;
  const clear = () => {
    if (isBarShown) write('\r\u001b[K');
    isBarShown = false;
  };
  function show(share: number, done: string): void {
    if (now() - shownAt < (isTerminal ? intervalMs.bar : intervalMs.lines)) return;
    shownAt = now();
    if (!isTerminal) {
      write(`${done}\n`);
      return;
    }
    const filled = Math.round(share * barWidth);
    clear();
    write(`[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done}`);
    isBarShown = true;
  }
  const shareOf = (done: number, total: number) => (total === 0 ? 1 : Math.min(1, done / total));
  const percent = (share: number) => `${Math.floor(share * 100)} %`;
  return {
    report(what, { bytes, size }) {
      const share = shareOf(bytes, size);
      show(share, `${what} ${percent(share)} of ${formatCount(Math.ceil(size / megabyte), 'megabyte')}`);
    },
    reportCount(what, { done, total, unit }) {
      const share = shareOf(done, total);
      const left = Math.ceil(((now() - startedAt) * (1 - share)) / Math.max(share, 0.001) / 1_000);
      show(
        share,
        `${what} ${percent(share)} of ${formatCount(total, unit)}, about ${formatCount(left, 'second')} left`,
      );
    },
    end: clear,
  };
}
