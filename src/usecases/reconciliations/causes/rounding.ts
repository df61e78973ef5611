import { roundingMode as roundingModes } from '../../../domain/account/setting-choices.ts';
import { namesOf } from '../../../domain/base/record.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import { withPlaces } from '../../../domain/what-if/supposition.ts';
import type { DocumentToAssess } from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, one } from '../../../tax/numbers/decimal.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

const levels = ['LINE', 'DOCUMENT', 'DOCUMENT_PER_RATE', 'UNIT'] as const;
const modes = namesOf(roundingModes);
const levelWords = {
  LINE: 'on each line',
  DOCUMENT: 'on the whole document',
  DOCUMENT_PER_RATE: 'at each rate',
  UNIT: 'on each unit',
};

/**
 * Assumes different rounding: another level or mode, jurisdictions rounded separately or together, or rounding once at
 * the end.
 */
export function* byRounding({ request, calculated, taxAmount, theirTaxAmount }: Differing): Suppositions {
  const { toAssess } = calculated;
  if (theirTaxAmount.minus(taxAmount).abs().gt(mostRounded(request.input, toAssess.minorUnit))) return;
  const { options } = toAssess;
  const levelHere = levelOf(toAssess);
  const here = `here ${levelWords[levelHere]}, ${options.roundingMode}`;
  const under = (changed: Partial<typeof options>, message: string) =>
    supposing({ toAssess: { ...toAssess, options: { ...options, ...changed } } }, message);
  const otherLevels = levels.filter((level) => level !== levelHere);
  const otherModes = modes.filter((mode) => mode !== options.roundingMode);
  for (const roundingLevel of otherLevels) {
    yield under({ roundingLevel }, `Their tax is rounded ${levelWords[roundingLevel]}; ${here}.`);
  }
  for (const roundingMode of otherModes)
    yield under({ roundingMode }, `Their tax is rounded ${roundingMode}; ${here}.`);
  const areTaxesSeparate = !toAssess.place.areTaxesSeparate;
  const otherwise = withPlaces(toAssess, (at) => ({ ...at, place: { ...at.place, areTaxesSeparate } }));
  const apart = areTaxesSeparate ? 'separately for each jurisdiction' : 'together for all jurisdictions';
  yield supposing({ toAssess: otherwise }, `Their tax is rounded ${apart}; ${here}.`);
  if (toAssess.isTaxInclusive) {
    const inclusiveRounding = options.inclusiveRounding === 'TAX' ? 'NET' : 'TAX';
    yield under({ inclusiveRounding }, `Their prices without tax are rounded differently; ${here}.`);
  }
  for (const roundingLevel of otherLevels) {
    for (const roundingMode of otherModes) {
      const message = `Their tax is rounded ${levelWords[roundingLevel]}, ${roundingMode}; ${here}.`;
      yield under({ roundingLevel, roundingMode }, message);
    }
  }
  const exact = { ...toAssess, minorUnit: toAssess.minorUnit + 8 };
  for (const roundAtEnd of modes) {
    const message = `Their tax is rounded once at the end, ${roundAtEnd}, but line amounts are not; ${here}.`;
    yield supposing({ toAssess: exact, roundAtEnd }, message);
  }
}

/**
 * The level that applies. `BY_LAW` means the level prescribed by the country, or `LINE` if the country prescribes no
 * level.
 */
function levelOf({ options, place }: DocumentToAssess): (typeof levels)[number] {
  return options.roundingLevel === 'BY_LAW' ? (place.rounding?.level ?? 'LINE') : options.roundingLevel;
}

/** Largest possible rounding difference: half a unit per rounded amount, on each side. */
function mostRounded({ items }: TransactionInput, minorUnit: number): Decimal {
  const units = items
    .map(({ quantity }) => decimal(quantity ?? '1'))
    .reduce((sum, quantity) => sum.plus(quantity), decimal('5'));
  const lines = decimal(String(10 * (items.length + 1)));
  const unit = one.div(decimal('10').pow(minorUnit));
  return units.plus(lines).times(unit);
}
