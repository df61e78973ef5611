import { formatCount } from '../imports/cells/format.ts';

/** Where progress is shown: standard error, which scripts do not read. */
export type ProgressOutput = {
  /** Whether lines can be overwritten. */
  readonly isTerminal: boolean;
  write(text: string): void;
};

export type Progress = {
  report(what: string, progress: { readonly bytes: number; readonly size: number }): void;
  end(): void;
};

const barWidth = 30;
const megabyte = 1_000_000;
const intervalMs = { bar: 200, lines: 15_000 };

/** A bar in a terminal; elsewhere an occasional line, and none for quick work. */
export function startProgress({ isTerminal, write }: ProgressOutput, now: () => number = Date.now): Progress {
  let shownAt = now();
  let isBarShown = false;
  const clear = () => {
    if (isBarShown) write('\r\u001b[K');
    isBarShown = false;
  };
  return {
    report(what, { bytes, size }) {
      if (now() - shownAt < (isTerminal ? intervalMs.bar : intervalMs.lines)) return;
      shownAt = now();
      const share = size === 0 ? 1 : Math.min(1, bytes / size);
      const done = `${what} ${Math.floor(share * 100)}% of ${formatCount(Math.ceil(size / megabyte), 'megabyte')}`;
      if (!isTerminal) {
        write(`${done}\n`);
        return;
      }
      const filled = Math.round(share * barWidth);
      clear();
      write(`[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done}`);
      isBarShown = true;
    },
    end: clear,
  };
}
