import type { Notice } from '../../../tax/model/assessment.ts';
import type { JurisdictionLevel } from '../../../tax/model/place.ts';

/** Where goods ship from, as far as a form tells sales apart by it. */
export type FormOrigin = 'IN_STATE' | 'OUT_OF_STATE';

/** What a box holds. `unknown` is what the gateway does not record, such as the seller's own purchases. */
export type BoxValue =
  | { readonly kind: 'gross' | 'taxable' | 'untaxed' | 'unknown' }
  /** Tax charged less tax refunded; with an origin, only if the seller ships from there. */
  | { readonly kind: 'charged'; readonly levels: 'STATE' | 'LOCAL' | 'ALL'; readonly origin?: FormOrigin }
  /** The form's own arithmetic with boxes above. */
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

export type ScheduleValue =
  | 'NAME'
  | 'CODE'
  | 'TAXABLE'
  | 'RATE'
  | 'TAX'
  | 'TAX_IN_STATE'
  | 'TAX_OUT_OF_STATE'
  | 'UNKNOWN';

export type FormColumn = {
  readonly box: string;
  readonly label: string;
  readonly value: ScheduleValue;
  /** Of an amount. */
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
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly boxes: readonly FormBox[];
  readonly schedule: FormSchedule;
  /** Whether the rate book holds the codes that the state gives to local jurisdictions. */
  readonly hasLocalCodes: boolean;
};

/** A filled box, or a cell of a schedule. */
export type FormLine = Pick<FormBox, 'form' | 'box' | 'label'> & {
  /** Of a row of the schedule; null for a box of the form itself. */
  readonly jurisdiction: { readonly id: string; readonly level: JurisdictionLevel; readonly name: string } | null;
  /** Null for the filer to fill in. */
  readonly value: string | null;
};

/** The figures of a return in the boxes of its state's form. */
export type FilledForm = Pick<FormLayout, 'id' | 'name' | 'source'> & {
  readonly lines: readonly FormLine[];
  readonly notices: readonly Notice[];
};

export const formMembers = {
  form: 'The figures in the boxes of the form of the state, as far as the gateway knows them.',
  where:
    'Known for Texas (Form 01-114 with 01-116), California (CDTFA-401-A with CDTFA-531-A2) and full members of the Streamlined agreement (Simplified Electronic Return).',
  id: 'The form, such as `TX_01_114`.',
  name: 'What the state calls the form.',
  source: 'Where the boxes come from, and which revision of the form.',
  lines: 'The boxes of the form in its order, then the rows of its schedule of local taxes, cell by cell.',
  formName: 'The form or schedule that the box is on, such as 01-116.',
  box: 'Number or name of the box, or of the column of a schedule.',
  label: 'What the form calls the box.',
  jurisdiction: 'The jurisdiction of a row of the schedule; absent for a box of the form itself.',
  value: 'What to write there; absent for what the filer must fill in.',
  notices: 'What is left empty and why, such as LOCAL_CODE_MISSING, and where the form and the tax charged differ.',
} as const;
