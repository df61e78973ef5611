import type { TaxNumberCheck } from '../domain/tax-numbers/tax-number-format.ts';
import type { RegisterName } from '../domain/tax-numbers/tax-number-validation.ts';

/** A tax number whose form and checksum fit. */
export type RegisteredNumber = Pick<TaxNumberCheck, 'country' | 'number'>;

/** What an authority's register says of a number. A register that cannot be asked says nothing against it. */
export type RegisterAnswer =
  | {
      readonly kind: 'REGISTERED';
      /** Null where the member state does not tell. */
      readonly name: string | null;
      readonly address: string | null;
      /** Proves that the register was asked; only given to an asker who names its own number. */
      readonly consultationNumber: string | null;
    }
  | { readonly kind: 'NOT_REGISTERED'; readonly consultationNumber: string | null }
  | {
      readonly kind: 'UNAVAILABLE';
      /** In words, for the consumer and the log; holds no secret and no number. */
      readonly because: string;
      /** Whether another try right away may do better. */
      readonly isPassing: boolean;
    };

export type Unavailable = Extract<RegisterAnswer, { kind: 'UNAVAILABLE' }>;

/** How one register is asked, once; answers `UNAVAILABLE` rather than fail. */
export interface RegisterClient {
  readonly name: RegisterName;
  /** Whether numbers like this one are in the register. */
  covers(number: RegisteredNumber): boolean;
  ask(number: RegisteredNumber, signal: AbortSignal): Promise<RegisterAnswer>;
}

/** An answer, and when the register gave it. */
export type RegisterFinding = RegisterAnswer & { readonly checkedAt: Date };

/** A register as use cases see it: answers may be remembered, and never come later than its deadline. */
export interface Register {
  readonly name: RegisterName;
  covers(number: RegisteredNumber): boolean;
  find(number: RegisteredNumber): Promise<RegisterFinding>;
}

export function unavailable(because: string, isPassing: boolean): Unavailable {
  return { kind: 'UNAVAILABLE', because, isPassing };
}
