import { z } from 'zod';
import { blankAsAbsent, boundedText } from '../base/fields.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';

/** A tax number to check. */
export const taxNumberInput = z.object({
  countryCode: z.preprocess(blankAsAbsent, boundedText(1, 100)).meta({
    description: 'Country of the number, by ISO 3166-1 code or English name, such as FR.',
  }),
  vatNumber: z.preprocess(blankAsAbsent, boundedText(1, 64)).meta({
    description:
      'VAT or other tax number, with or without its prefix, such as FR40303265045. Blanks and punctuation are ignored.',
  }),
});
export type TaxNumberInput = z.output<typeof taxNumberInput>;

export const taxNumberStatuses = {
  VALID: 'A register contains the number.',
  INVALID: 'The format or checksum is wrong, or the register does not contain the number.',
  FORMAT_ONLY: 'The format and the checksum, if there is one, are valid. No register was queried.',
  UNAVAILABLE: 'The number could not be checked. Try again later.',
} as const;
type TaxNumberStatus = keyof typeof taxNumberStatuses;

export const taxNumberReasons = {
  IN_REGISTER: 'The register contains the number.',
  NOT_IN_REGISTER: 'The register does not contain the number, or no longer does.',
  WRONG_COUNTRY: 'The number has the prefix of another country.',
  WRONG_FORM: 'The number does not have the format of the country.',
  WRONG_CHECKSUM: 'The format is valid, but the checksum is wrong: a digit or letter is mistyped.',
  NO_REGISTER_ASKED: 'The format is valid, and no register was queried: none is configured, or the country has none.',
  REGISTER_UNAVAILABLE: 'The format is valid, but the register did not respond.',
  NO_KNOWN_FORM: 'The format of the country’s numbers is unknown, so nothing was checked.',
} as const;
export type TaxNumberReason = keyof typeof taxNumberReasons;

export const taxNumberRegisters = {
  VIES: 'VIES, the register of the EU member states and Northern Ireland.',
  HMRC: 'HMRC, the register of the United Kingdom.',
} as const;
export type RegisterName = keyof typeof taxNumberRegisters;

/** Result of checking a tax number. */
export type TaxNumberValidation = {
  /** ISO 3166-1 alpha-2; `XI` for Northern Ireland, `EU` for the one-stop shop. */
  readonly countryCode: string;
  readonly countryName: string;
  /** In the issuer's spelling, with its prefix. */
  readonly vatNumber: string;
  /** Null if it could not be checked; an unreachable register is no reason to turn a customer away. */
  readonly valid: boolean | null;
  readonly status: TaxNumberStatus;
  readonly reason: TaxNumberReason;
  /** Reason in a sentence. */
  readonly message: string;
  /** Null unless a register returned it. */
  readonly name: string | null;
  readonly address: string | null;
  /** The register that was asked; null if none was. */
  readonly register: RegisterName | null;
  /** Proof for the tax authority that its register was queried. */
  readonly consultationNumber: string | null;
  /** When the register was queried. Its answer may be up to a day old. */
  readonly checkedAt: Date | null;
  readonly internalTimestamps: InternalTimestamps;
};

/** A register's response, kept as proof. */
export type TaxNumberCheckRecord = Pick<
  TaxNumberValidation,
  'countryCode' | 'vatNumber' | 'name' | 'address' | 'consultationNumber' | 'internalTimestamps'
> & {
  readonly serviceId: string;
  /** Whether the register listed the number. */
  readonly isRegistered: boolean;
  readonly register: RegisterName;
  readonly checkedAt: Date;
};
