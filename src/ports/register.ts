import type { TaxNumberCheck } from '../domain/tax-numbers/tax-number-format.ts';
import type { RegisterName } from '../domain/tax-numbers/tax-number-validation.ts';

/** A tax number with a valid format and checksum. */
export type RegisteredNumber = Pick<TaxNumberCheck, 'country' | 'number'>;

/** A register's result for a number. An unavailable register does not count against the number. */
export type RegisterAnswer =
  | {
      readonly kind: 'REGISTERED';
      /** The name of the holder; null if the member state does not disclose it. */
      readonly name: string | null;
      readonly address: string | null;
      /** Proof of the query. Registers issue it only if the request includes the requester's own number. */
      readonly consultationNumber: string | null;
    }
  | { readonly kind: 'NOT_REGISTERED'; readonly consultationNumber: string | null }
  | {
      readonly kind: 'UNAVAILABLE';
      /** The reason in words, for the API client and the log. Contains no secret and no tax number. */
      readonly because: string;
      /** Whether an immediate retry may succeed. */
      readonly isPassing: boolean;
    };

export type Unavailable = Extract<RegisterAnswer, { kind: 'UNAVAILABLE' }>;

/** Queries one register once; returns `UNAVAILABLE` instead of failing. */
export interface RegisterClient {
  readonly name: RegisterName;
  /** Whether the register covers numbers of this kind. */
  covers(number: RegisteredNumber): boolean;
  ask(number: RegisteredNumber, signal: AbortSignal): Promise<RegisterAnswer>;
}

export type RegisterFinding = RegisterAnswer & { readonly checkedAt: Date };

/** A register as seen by use cases: results may be cached and always arrive within a time limit. */
export interface Register {
  readonly name: RegisterName;
  covers(number: RegisteredNumber): boolean;
  find(number: RegisteredNumber): Promise<RegisterFinding>;
}

export function unavailable(because: string, isPassing: boolean): Unavailable {
  return { kind: 'UNAVAILABLE', because, isPassing };
}
