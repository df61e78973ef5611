import type { CertificateRefusal } from '../../../tax/law/exemptions.ts';
import type { Jurisdiction } from '../../../tax/model/place.ts';
import type { TaxReason } from '../../../tax/model/reasons.ts';
import type { DecimalText } from '../../base/amount.ts';

/** A step in words for a bookkeeper, and its facts. Exact figures are decimal text, or a quotient such as `1250/193`. */
export type StepDescription = {
  readonly message: string;
  readonly jurisdiction?: Jurisdiction;
  readonly ruleId?: string;
  readonly certificateId?: string;
  readonly refusal?: CertificateRefusal;
  readonly reason?: TaxReason;
  /** The amount the step starts from. */
  readonly basis?: string;
  readonly rate?: string;
  /** The result before rounding. */
  readonly exact?: string;
  /** The result. */
  readonly amount?: DecimalText;
  readonly validFrom?: string | null;
  readonly validThrough?: string | null;
  readonly source?: string;
};
