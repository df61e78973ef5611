/** Where goods ship from, as far as the form distinguishes it. */
export type FormOrigin = 'IN_STATE' | 'OUT_OF_STATE';

/** The content of a box. `unknown` is what the gateway does not record, such as the seller's own purchases. */
export type BoxValue =
  | { readonly kind: 'gross' | 'taxable' | 'untaxed' | 'unknown' }
  /** Tax charged less tax refunded; with an origin, only if the seller ships from there. */
  | { readonly kind: 'charged'; readonly levels: 'STATE' | 'LOCAL' | 'ALL'; readonly origin?: FormOrigin }
  /** The form's own arithmetic on boxes above. */
  | { readonly kind: 'multiplied'; readonly box: string; readonly by: string }
  | { readonly kind: 'added'; readonly boxes: readonly string[] }
  /** The sum of a column of the schedule. */
  | { readonly kind: 'scheduled'; readonly value: 'TAXABLE' | 'TAX' };

/** A box of a form, by the number or name and the words of the form; amounts are rounded to this many places. */
export type FormBox = {
  readonly form: string;
  readonly box: string;
  readonly label: string;
  readonly value: BoxValue;
  readonly places: 0 | 2;
};

type ScheduleValue = 'NAME' | 'CODE' | 'TAXABLE' | 'RATE' | 'TAX' | 'TAX_IN_STATE' | 'TAX_OUT_OF_STATE' | 'UNKNOWN';

export type FormColumn = {
  readonly box: string;
  readonly label: string;
  readonly value: ScheduleValue;
  /** The decimal places of an amount. */
  readonly places?: 0 | 2;
};

/** A row for each local jurisdiction, or for each area of California that has one rate of district taxes. */
export type FormSchedule = {
  readonly form: string;
  readonly rows: 'JURISDICTIONS' | 'DISTRICT_AREAS';
  readonly columns: readonly FormColumn[];
};

/** A form of a state, as data. */
export type FormLayout = {
  readonly formCode: string;
  readonly name: string;
  readonly source: string;
  readonly boxes: readonly FormBox[];
  readonly schedule: FormSchedule;
  /** Whether the rate book holds the codes that the state gives to local jurisdictions. */
  readonly hasLocalCodes: boolean;
};
