import type { CalculationOptions, DocumentToAssess } from '../../src/tax/model/assessment.ts';
import { decimal } from '../../src/tax/numbers/decimal.ts';
import { aCertificate, aDocument, aFee, anItem, aPlace, aRuleOf, untaxedRule } from './tax-builders.ts';

/** The written-out figures of an example; only the given ones are compared. */
export type Figures = {
  tax: string;
  total: string;
  lines?: string[];
  taxes?: string[];
  bases?: string[];
  shares?: string[];
  nets?: string[];
  items?: string;
  discount?: string;
  feeTax?: string;
  parts?: string[];
};

export type Example = {
  name: string;
  document: DocumentToAssess;
  options?: Partial<CalculationOptions>;
  figures: Figures;
};

const inclusive = { isTaxInclusive: true };
const off = (amount: string) => ({ transactionLevelDiscount: decimal(amount) });

const plainLine = aDocument([anItem({ price: '24.50', quantity: '3', rate: '0.0635' })]);
const threeLines = aDocument([1, 2, 3].map(() => anItem({ price: '4.20', rate: '0.0875' })));
const manyPieces = aDocument([anItem({ price: '0.62', quantity: '25', rate: '0.0725' })]);
const inclusiveTie = aDocument([anItem({ price: '15.75', rate: '0.2' })], inclusive);
const exemptBuyer = { certificates: [aCertificate()] };
const exemptInclusive = aDocument([anItem({ price: '40.00', rate: '0.2' })], { ...exemptBuyer, ...inclusive });

/** The worked examples of the calculation, with the figures from the specification. */
export const workedExamples: readonly Example[] = [
  {
    name: '1 plain line',
    document: plainLine,
    figures: { lines: ['73.5'], taxes: ['4.67'], tax: '4.67', total: '78.17' },
  },
  {
    name: '1 plain line, rounded per unit',
    document: plainLine,
    options: { roundingLevel: 'UNIT' },
    figures: { taxes: ['4.68'], tax: '4.68', total: '78.18' },
  },
  {
    name: '2 exact half cents',
    document: aDocument([anItem({ price: '76.00', rate: '0.08875' }), anItem({ price: '2.60', rate: '0.175' })]),
    figures: { taxes: ['6.75', '0.46'], tax: '7.21', total: '85.81' },
  },
  {
    name: '3 lines against document',
    document: threeLines,
    figures: { taxes: ['0.37', '0.37', '0.37'], tax: '1.11', total: '13.71' },
  },
  {
    name: '3 lines against document, rounded on the document',
    document: threeLines,
    options: { roundingLevel: 'DOCUMENT' },
    figures: { taxes: ['0.37', '0.37', '0.36'], tax: '1.1', total: '13.7' },
  },
  {
    name: '4 quantity',
    document: manyPieces,
    figures: { lines: ['15.5'], taxes: ['1.12'], tax: '1.12', total: '16.62' },
  },
  {
    name: '4 quantity, rounded per unit',
    document: manyPieces,
    options: { roundingLevel: 'UNIT' },
    figures: { taxes: ['1'], tax: '1', total: '16.5' },
  },
  {
    name: '5 fraction of a unit, price below a cent',
    document: aDocument([anItem({ price: '3.289', quantity: '12.475', rate: '0.056' })]),
    figures: { lines: ['41.03'], taxes: ['2.3'], tax: '2.3', total: '43.33' },
  },
  {
    name: '6 line discount',
    document: aDocument([anItem({ price: '64.95', quantity: '2', discount: '13.00', rate: '0.095' })]),
    figures: { items: '129.9', discount: '13', bases: ['116.9'], taxes: ['11.11'], tax: '11.11', total: '128.01' },
  },
  {
    name: '7 transaction discount with left-over cents',
    document: aDocument(
      ['19.99', '34.50', '7.25'].map((price) => anItem({ price, rate: '0.08' })),
      off('20.00'),
    ),
    figures: {
      shares: ['6.47', '11.18', '2.35'],
      bases: ['13.52', '23.32', '4.9'],
      taxes: ['1.08', '1.87', '0.39'],
      tax: '3.34',
      total: '45.08',
    },
  },
  {
    name: '8 equal remainders',
    document: aDocument(
      [1, 2, 3].map(() => anItem({ price: '15.00', rate: '0.06' })),
      off('10.00'),
    ),
    figures: { shares: ['3.34', '3.33', '3.33'], taxes: ['0.7', '0.7', '0.7'], tax: '2.1', total: '37.1' },
  },
  {
    name: '9 both discounts, mixed rates',
    document: aDocument(
      [
        anItem({ price: '18.00', quantity: '3', discount: '4.00', rate: '0.0625' }),
        anItem({ price: '25.50', rate: '0' }),
        anItem({ price: '24.49', rate: '0.1025' }),
      ],
      off('12.34'),
    ),
    figures: {
      shares: ['6.17', '3.15', '3.02'],
      bases: ['43.83', '22.35', '21.47'],
      taxes: ['2.74', '0', '2.2'],
      tax: '4.94',
      total: '92.59',
    },
  },
  {
    name: '10 discount above the goods',
    document: aDocument(
      ['8.00', '12.00'].map((price) => anItem({ price, rate: '0.07' })),
      { ...off('25.00'), shippingFee: aFee('6.50', { rateOfFee: '0.07' }) },
    ),
    figures: { shares: ['8', '12'], bases: ['0', '0'], feeTax: '0.46', tax: '0.46', total: '6.96' },
  },
  {
    name: '11 shipping',
    document: aDocument([anItem({ price: '48.60', rate: '0.0925' }), anItem({ price: '13.10', rate: '0.05' })], {
      shippingFee: aFee('7.95', { rateOfFee: '0.0925' }),
    }),
    figures: { taxes: ['4.5', '0.66'], feeTax: '0.74', tax: '5.9', total: '75.55' },
  },
  {
    name: '11 shipping, only the first item, untaxed shipping',
    document: aDocument([anItem({ price: '48.60', rate: '0.0925' })], {
      shippingFee: aFee('7.95', { rule: untaxedRule }),
    }),
    figures: { taxes: ['4.5'], feeTax: '0', tax: '4.5', total: '61.05' },
  },
  {
    name: '12 inclusive',
    document: aDocument([anItem({ price: '59.90', rate: '0.17' })], inclusive),
    figures: { taxes: ['8.7'], nets: ['51.2'], tax: '8.7', total: '59.9' },
  },
  {
    name: '13 inclusive tie',
    document: inclusiveTie,
    figures: { taxes: ['2.63'], nets: ['13.12'], tax: '2.63', total: '15.75' },
  },
  {
    name: '13 inclusive tie, the net rounded',
    document: inclusiveTie,
    options: { inclusiveRounding: 'NET' },
    figures: { taxes: ['2.62'], nets: ['13.13'], tax: '2.62', total: '15.75' },
  },
  {
    name: '14 inclusive with everything',
    document: aDocument(
      [
        anItem({ price: '39.90', quantity: '2', discount: '9.80', rate: '0.2' }),
        anItem({ price: '24.00', rate: '0.055' }),
      ],
      { ...inclusive, ...off('7.50'), shippingFee: aFee('5.90', { rateOfFee: '0.2' }) },
    ),
    figures: {
      shares: ['5.59', '1.91'],
      bases: ['64.41', '22.09'],
      taxes: ['10.74', '1.15'],
      feeTax: '0.98',
      tax: '12.87',
      total: '92.4',
    },
  },
  {
    name: '15 returned item on an invoice',
    document: aDocument(['84.00', '-26.00'].map((price) => anItem({ price, rate: '0.0825' }))),
    figures: { taxes: ['6.93', '-2.15'], tax: '4.78', total: '62.78' },
  },
  {
    name: '16 negative line beside a transaction discount',
    document: aDocument(
      ['70.00', '30.00', '-25.00'].map((price) => anItem({ price, rate: '0.06' })),
      off('11.00'),
    ),
    figures: { shares: ['7.7', '3.3', '0'], taxes: ['3.74', '1.6', '-1.5'], tax: '3.84', total: '67.84' },
  },
  {
    name: '18 other minor units: none',
    document: aDocument([anItem({ price: '1285', rate: '0.1' })], { minorUnit: 0 }),
    figures: { taxes: ['129'], tax: '129', total: '1414' },
  },
  {
    name: '18 other minor units: three',
    document: aDocument([anItem({ price: '7.365', rate: '0.1' })], { minorUnit: 3 }),
    figures: { taxes: ['0.737'], tax: '0.737', total: '8.102' },
  },
  {
    name: '19 exempt',
    document: aDocument([anItem({ price: '40.00', rate: '0.2' })], exemptBuyer),
    figures: { taxes: ['0'], tax: '0', total: '40' },
  },
  {
    name: '19 exempt, inclusive',
    document: exemptInclusive,
    figures: { taxes: ['0'], nets: ['40'], tax: '0', total: '40' },
  },
  {
    name: '19 exempt, inclusive, the tax taken out',
    document: exemptInclusive,
    options: { exemptInclusivePrice: 'STRIP' },
    figures: { taxes: ['0'], nets: ['33.33'], tax: '0', total: '33.33' },
  },
  {
    name: '20 jurisdictions',
    document: aDocument([anItem({ price: '8.70' })], { place: aPlace('0.0625', '0.01', '0.005', '0.005') }),
    figures: { taxes: ['0.72'], parts: ['0.55', '0.09', '0.04', '0.04'], tax: '0.72', total: '9.42' },
  },
  {
    name: '21 threshold per piece, excess only',
    document: aDocument(
      [
        anItem(
          { price: '182.40', quantity: '3', discount: '9.00' },
          { rule: aRuleOf({ kind: 'general' }, { kind: 'excess-above', amount: decimal('175') }) },
        ),
      ],
      { place: aPlace('0.0625') },
    ),
    figures: { bases: ['538.2'], taxes: ['0.83'], tax: '0.83', total: '539.03' },
  },
  {
    name: '22 large',
    document: aDocument([anItem({ price: '875310964277.35', rate: '0.07875' })]),
    figures: { taxes: ['68930738436.84'], tax: '68930738436.84', total: '944241702714.19' },
  },
];
