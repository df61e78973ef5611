type LogOutput = { write(line: string): void };

/** Writes to standard error, as text if standard error is a terminal. */
export function logOutput(): LogOutput {
  return process.stderr.isTTY ? readableLog((text) => process.stderr.write(text)) : process.stderr;
}

/** Formats log lines as text for a terminal. Other outputs receive JSON. */
export function readableLog(write: (text: string) => void): LogOutput {
  return {
    write(line) {
      const { level, time, pid: _pid, hostname: _host, msg, err, ...more } = JSON.parse(line);
      const at = new Date(time).toISOString().slice(11, 23);
      const facts = Object.entries(more).map(([name, value]) => `${name}=${textOf(value)}`);
      write(`${[at, levels[level] ?? level, msg, ...facts].join('  ')}\n`);
      if (err) write(`${err.stack ?? err.message}\n`);
    },
  };
}

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
