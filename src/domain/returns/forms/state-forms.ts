import type { FormBox, FormLayout } from './form-layout.ts';

const ofForm =
  (form: string, places: 0 | 2) =>
  (box: string, label: string, value: FormBox['value'], ownPlaces = places): FormBox => {
    return { form, box, label, value, places: ownPlaces };
  };

const texas = ofForm('01-114', 0);

const texasForm: FormLayout = {
  formCode: 'TX_01_114',
  name: 'Texas Sales and Use Tax Return (Form 01-114) with List Supplement (Form 01-116)',
  source:
    'Texas Comptroller of Public Accounts: Form 01-114 (Rev. 4-19/40), the columns of Form 01-116 as in 01-116-B and -C (Rev. 4-19/16), and its help for the list supplement; read as text on 2026-11-22',
  boxes: [
    texas('1', 'TOTAL TEXAS SALES', { kind: 'gross' }),
    texas('2', 'TAXABLE SALES', { kind: 'taxable' }),
    texas('3', 'TAXABLE PURCHASES', { kind: 'unknown' }),
    texas('4', 'Amount subject to state tax (Item 2 plus Item 3)', { kind: 'added', boxes: ['2'] }),
    texas('8a', 'Total tax due: STATE TAX', { kind: 'multiplied', box: '4', by: '0.0625' }, 2),
    texas('8b', 'Total tax due: LOCAL TAX', { kind: 'scheduled', value: 'TAX' }, 2),
  ],
  schedule: {
    form: '01-116',
    rows: 'JURISDICTIONS',
    columns: [
      { box: '1', label: 'CITY/TRANSIT/COUNTY/SPD NAME', value: 'NAME' },
      { box: '2', label: 'CITY/TRANSIT/COUNTY/SPD NO.', value: 'CODE' },
      { box: '3', label: 'AMOUNT SUBJECT TO TAX', value: 'TAXABLE', places: 0 },
      { box: '4', label: 'TAX RATE', value: 'RATE' },
      { box: '5', label: 'AMT. LOCAL TAX DUE', value: 'TAX', places: 2 },
    ],
  },
  hasLocalCodes: false,
};

const california = ofForm('CDTFA-401-A', 0);
const scheduleA2 = ofForm('CDTFA-531-A2', 0);

const californiaForm: FormLayout = {
  formCode: 'CA_CDTFA_401_A',
  name: 'California State, Local, and District Sales and Use Tax Return (CDTFA-401-A) with Schedule A2 (CDTFA-531-A2)',
  source:
    'California Department of Tax and Fee Administration: CDTFA-401-A Rev. 116 (11-19) and CDTFA-531-A2 (S1F) Rev. 48 (1-24); read as text on 2026-11-22',
  boxes: [
    california('1', 'Total sales', { kind: 'gross' }),
    california('2', 'Purchases subject to use tax', { kind: 'unknown' }),
    california('3', 'Total (add line 1 and 2)', { kind: 'added', boxes: ['1'] }),
    california('11', 'Total nontaxable transactions reported', { kind: 'untaxed' }),
    california('12', 'Transactions subject to tax', { kind: 'taxable' }),
    california('13', 'State tax 6.00 percent', { kind: 'multiplied', box: '12', by: '0.06' }),
    california('14', 'County tax 1/4 percent', { kind: 'multiplied', box: '12', by: '0.0025' }),
    california('15', 'Local tax 1 percent', { kind: 'multiplied', box: '12', by: '0.01' }),
    california('16', 'District tax', { kind: 'scheduled', value: 'TAX' }),
    california('17', 'Total state, county, local, and district tax', {
      kind: 'added',
      boxes: ['13', '14', '15', '16'],
    }),
    scheduleA2('A1', 'Amount from line 12 on CDTFA-401-A', { kind: 'added', boxes: ['12'] }),
    scheduleA2('A4', 'Amount to allocate to district tax areas', { kind: 'scheduled', value: 'TAXABLE' }),
  ],
  schedule: {
    form: 'CDTFA-531-A2',
    rows: 'DISTRICT_AREAS',
    columns: [
      { box: 'DISTRICT TAX AREAS', label: 'District tax area', value: 'NAME' },
      { box: 'code', label: 'Code of the area', value: 'CODE' },
      { box: 'A5', label: 'ALLOCATE LINE A4 TO CORRECT DISTRICT(S)', value: 'TAXABLE', places: 0 },
      { box: 'A9', label: 'TAX RATE', value: 'RATE' },
      { box: 'A10', label: 'DISTRICT TAX DUE', value: 'TAX', places: 0 },
    ],
  },
  hasLocalCodes: false,
};

const ser = ofForm('SimplifiedElectronicReturn', 2);

const streamlinedForm: FormLayout = {
  formCode: 'SST_SER',
  name: 'Simplified Electronic Return of the Streamlined Sales Tax states',
  source:
    'Element names of SSTSimplifiedReturnTransmission as an open-source implementation sends them (l10n_us_sales_tax_ser, version SSTSER2025V01), read on 2026-11-22; not checked against the schema itself',
  boxes: [
    ser('TotalSales', 'Total sales', { kind: 'gross' }),
    ser('ExemptionsDeductions', 'Exemptions and deductions', { kind: 'untaxed' }),
    ser('TaxableSales', 'Taxable sales', { kind: 'taxable' }),
    ser('StateTaxDueSalesInState', 'State tax due on sales that ship from the state', {
      kind: 'charged',
      levels: 'STATE',
      origin: 'IN_STATE',
    }),
    ser('StateTaxDueSalesOrigOutOfState', 'State tax due on sales that ship from elsewhere', {
      kind: 'charged',
      levels: 'STATE',
      origin: 'OUT_OF_STATE',
    }),
    ser('StateTaxDueOwnPurchWithdraw', 'State tax due on own purchases and withdrawals', { kind: 'unknown' }),
    ser('StateTaxDueFoodDrug', 'State tax due at a separate rate on food and drugs', { kind: 'unknown' }),
    ser('TotalTaxDue', 'Total tax due', { kind: 'charged', levels: 'ALL' }),
  ],
  schedule: {
    form: 'JurisdictionDetail',
    rows: 'JURISDICTIONS',
    columns: [
      { box: 'JurisdictionCode', label: 'FIPS code, or that of the Streamlined rate files', value: 'CODE' },
      {
        box: 'JurisTaxDueSalesInState',
        label: 'Tax due on sales that ship from the state',
        value: 'TAX_IN_STATE',
        places: 2,
      },
      {
        box: 'JurisTaxDueSalesOrigOutOfState',
        label: 'Tax due on sales that ship from elsewhere',
        value: 'TAX_OUT_OF_STATE',
        places: 2,
      },
      { box: 'JurisTaxDueOwnPurchWithdraw', label: 'Tax due on own purchases and withdrawals', value: 'UNKNOWN' },
    ],
  },
  hasLocalCodes: true,
};

/** Null where no form is known. Full members of the Streamlined agreement take the same return. */
export function formOf({
  state,
  isStreamlined,
}: {
  readonly state: string;
  readonly isStreamlined: boolean;
}): FormLayout | null {
  if (state === 'TX') return texasForm;
  if (state === 'CA') return californiaForm;
  return isStreamlined ? streamlinedForm : null;
}
