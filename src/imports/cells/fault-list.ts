/** What is wrong with a file, and where. */
export type ImportFault = {
  readonly file: string;
  /** Null where the file as a whole is meant. */
  readonly line: number | null;
  readonly column: string | null;
  readonly message: string;
};

const keptFaults = 20;

/** The faults of an import: all are counted, the first ones are kept, however many a file has. */
export class FaultList {
  readonly #kept: ImportFault[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get first(): readonly ImportFault[] {
    return this.#kept;
  }

  add(fault: ImportFault): void {
    this.#count++;
    if (this.#kept.length < keptFaults) this.#kept.push(fault);
  }
}

/** The faults of one file. */
export type FileFaults = {
  /** Of the file as a whole. */
  add(message: string): void;
  at(line: number, column: string | null, message: string): void;
};

export function faultsOfFile(faults: FaultList, file: string): FileFaults {
  return {
    add: (message) => faults.add({ file, line: null, column: null, message }),
    at: (line, column, message) => faults.add({ file, line, column, message }),
  };
}

/** Ends an import that cannot go on or may not be kept. */
export class ImportRefused extends Error {
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;

  constructor(faults: FaultList) {
    super(describeFaults(faults));
    this.name = 'ImportRefused';
    this.faults = faults.first;
    this.faultCount = faults.count;
  }
}

function describeFaults({ first, count }: FaultList): string {
  const head =
    count === 1 ? 'There is a fault; nothing was changed.' : `There are ${count} faults; nothing was changed.`;
  const rest = count > first.length ? [`  and ${count - first.length} more`] : [];
  return [head, ...first.map((fault) => `  ${describeFault(fault)}`), ...rest].join('\n');
}

function describeFault({ file, line, column, message }: ImportFault): string {
  const where = [file, ...(line === null ? [] : [`line ${line}`]), ...(column === null ? [] : [column])];
  return `${where.join(', ')}: ${message}`;
}
