import { formatCount } from '../../../domain/base/words.ts';

/** An issue in a file, with its position. */
export type RateFileIssue = {
  readonly file: string;
  /** Null for the whole file. */
  readonly line: number | null;
  readonly column: string | null;
  readonly message: string;
};

const keptIssues = 20;

/** The issues found in an import. All issues are counted, but only the first ones are stored. */
export class IssueList {
  readonly #kept: RateFileIssue[] = [];
  readonly #most: number;
  #count = 0;

  constructor(most = keptIssues) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  get first(): readonly RateFileIssue[] {
    return this.#kept;
  }

  add(issue: RateFileIssue): void {
    this.#count++;
    if (this.#kept.length < this.#most) this.#kept.push(issue);
  }
}

export type FileIssues = {
  /** Reports an issue with the whole file. */
  add(message: string): void;
  at(line: number, column: string | null, message: string): void;
};

export function issuesOfFile(issues: IssueList, file: string): FileIssues {
  return {
    add: (message) => issues.add({ file, line: null, column: null, message }),
    at: (line, column, message) => issues.add({ file, line, column, message }),
  };
}

/** Ends an import that cannot continue or must not be saved. */
export class ImportRefused extends Error {
  readonly issues: readonly RateFileIssue[];

  constructor(issues: IssueList) {
    super(describeIssues(issues));
    this.name = 'ImportRefused';
    this.issues = issues.first;
  }
}

function describeIssues({ first, count }: IssueList): string {
  const head = `${formatCount(count, 'issue')} found; nothing was changed.`;
  const rest = count > first.length ? [`  and ${count - first.length} more`] : [];
  return [head, ...first.map((issue) => `  ${describeIssue(issue)}`), ...rest].join('\n');
}

function describeIssue({ file, line, column, message }: RateFileIssue): string {
  const where = [file, ...(line === null ? [] : [`line ${line}`]), ...(column === null ? [] : [column])];
  return `${where.join(', ')}: ${message}`;
}
