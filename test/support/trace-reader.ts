import type { TraceStep } from '../../src/tax/trace/trace.ts';

/** A quotient of integers; the divisor is positive. */
type Quotient = { readonly n: bigint; readonly d: bigint };
type Written = { toFixed(): string } | { readonly numerator: bigint; readonly denominator: bigint };
type RoundingMode = 'HALF_UP' | 'HALF_DOWN' | 'HALF_EVEN' | 'DOWN' | 'UP';

type ReadLine = {
  readonly pointer: string;
  readonly base: string;
  readonly tax: string;
  readonly parts: string[];
};
export type ReadDocument = { readonly lines: ReadLine[]; readonly tax: string };

/**
 * Recalculates the tax of a document from its trace, as a bookkeeper would with pencil and paper: multiplies, adds and
 * rounds the values in the steps, independently of the core. Throws if steps contradict each other.
 */
export function readTrace(steps: readonly TraceStep[], places: number): ReadDocument {
  const pointers = [...new Set(steps.map(({ pointer }) => pointer))].filter((pointer) => pointer !== '');
  const ofLine = (pointer: string) => steps.filter((step) => step.pointer === pointer);
  const lines = pointers.map((pointer) => readLine(pointer, ofLine(pointer), places));
  const tax = lines.reduce((sum, line) => plus(sum, fromText(line.tax)), zero);
  checkTogether(steps, lines, places);
  const totalled = of(steps, 'DOCUMENT_TOTALLED')[0]!;
  same(tax, read(totalled.tax), 'the tax of the document');
  const bases = lines.reduce((sum, line) => plus(sum, fromText(line.base)), zero);
  same(totalled.isTaxInclusive ? bases : plus(bases, tax), read(totalled.total), 'the total of the document');
  return { lines: lines.map(({ exact: _exact, ...line }) => line), tax: text(tax, places) };
}

function readLine(pointer: string, steps: readonly TraceStep[], places: number): ReadLine & { exact: Quotient } {
  const totalled = of(steps, 'LINE_TOTALLED')[0]!;
  const total = rounded(read(totalled.exact), places, 'HALF_UP');
  const found = of(steps, 'BASE_FOUND')[0]!;
  same(total, read(found.total), `${pointer} total`);
  const shared = of(steps, 'DISCOUNT_SHARED')[0];
  const share = shared ? allocated(shared.allocation, places) : zero;
  const price = minus(minus(total, rounded(read(found.discount), places, 'HALF_UP')), share);
  same(price, read(found.base), `${pointer} base`);
  const stripped = of(steps, 'TAX_STRIPPED')[0];
  if (stripped) isNear(read(stripped.to), read(stripped.from), places);
  const base = stripped ? minus(price, read(stripped.to)) : price;
  const fees = of(steps, 'FEE_AVERAGED').map((step) => steps.indexOf(step));
  if (fees.length > 1) return readParts(pointer, steps, fees, base, places);
  const exact = exactTax(steps, pointer, price);
  const tax = roundedTax(steps, exact, base, places);
  const parts = of(steps, 'TAX_SPLIT').map(({ allocation }) => allocated(allocation, places));
  if (parts.length > 0) same(parts.reduce(plus, zero), tax, `${pointer} parts`);
  return {
    pointer,
    base: text(base, places),
    tax: text(tax, places),
    parts: parts.map((part) => text(part, places)),
    exact,
  };
}

/** A fee over goods with several rates: each part is calculated and rounded like a line, and they add up to the fee. */
function readParts(
  pointer: string,
  steps: readonly TraceStep[],
  starts: readonly number[],
  base: Quotient,
  places: number,
): ReturnType<typeof readLine> {
  const parts = starts.map((start, index) => {
    const ofPart = steps.slice(start, starts[index + 1]);
    const price = read(of(ofPart, 'FEE_AVERAGED')[0]!.feeAmount);
    const exact = exactTax(ofPart, pointer, price);
    const tax = roundedTax(ofPart, exact, price, places);
    const shares = of(ofPart, 'TAX_SPLIT').map(({ allocation }) => allocated(allocation, places));
    if (shares.length > 0) same(shares.reduce(plus, zero), tax, `${pointer} parts`);
    return { price, exact, tax, shares };
  });
  const sumOf = (field: 'price' | 'exact' | 'tax') => parts.reduce((sum, part) => plus(sum, part[field]), zero);
  same(sumOf('price'), base, `${pointer} base of its parts`);
  return {
    pointer,
    base: text(base, places),
    tax: text(sumOf('tax'), places),
    parts: parts.flatMap(({ shares }) => shares.map((share) => text(share, places))),
    exact: sumOf('exact'),
  };
}

function exactTax(steps: readonly TraceStep[], pointer: string, price: Quotient): Quotient {
  const taxed = of(steps, 'JURISDICTION_TAXED').map(({ basis, rate, fixed }) =>
    plus(times(read(basis), read(rate)), read(fixed)),
  );
  const averaged = of(steps, 'FEE_AVERAGED').map(({ feeAmount, goodsTax, goodsAmount }) =>
    over(times(read(feeAmount), read(goodsTax)), read(goodsAmount)),
  );
  const sum = [...taxed, ...averaged].reduce(plus, zero);
  const { net } = of(steps, 'TAX_EXACT')[0]!;
  if (net !== null) same(plus(read(net), sum), price, `${pointer} net and tax`);
  return sum;
}

function roundedTax(steps: readonly TraceStep[], exact: Quotient, base: Quotient, places: number): Quotient {
  const shared = of(steps, 'TAX_SHARED')[0];
  if (shared) return allocated(shared.allocation, places);
  const { rounds, roundingMode } = of(steps, 'TAX_ROUNDED')[0]!;
  const piece = of(steps, 'UNIT_TAX_ROUNDED')[0];
  if (!piece) return roundTaxOf(exact, base, rounds, roundingMode, places);
  const quantity = read(piece.quantity);
  const ofPiece = roundTaxOf(over(exact, quantity), over(base, quantity), piece.rounds, roundingMode, places);
  return rounded(times(ofPiece, quantity), places, roundingMode);
}

function roundTaxOf(
  exact: Quotient,
  price: Quotient,
  rounds: 'TAX' | 'NET',
  roundingMode: RoundingMode,
  places: number,
) {
  if (rounds === 'TAX') return rounded(exact, places, roundingMode);
  return minus(price, rounded(minus(price, exact), places, roundingMode));
}

/** The rounded sums of lines that are rounded together are allocated to the lines. */
function checkTogether(
  steps: readonly TraceStep[],
  lines: readonly { exact: Quotient; base: string }[],
  places: number,
): void {
  const sums = of(steps, 'TAXES_ROUNDED_TOGETHER').filter(({ side }) => side === 'ALL');
  const roundedSums = sums.map(({ from, rounds, price, roundingMode }) =>
    roundTaxOf(
      rounds === 'TAX' ? read(from) : minus(read(price), read(from)),
      read(price),
      rounds,
      roundingMode,
      places,
    ),
  );
  const shares = of(steps, 'TAX_SHARED').map(({ allocation }) => allocated(allocation, places));
  same(roundedSums.reduce(plus, zero), shares.reduce(plus, zero), 'lines rounded together');
  const isWhole = sums.length === 1 && of(steps, 'TAX_ROUNDED').length === 0;
  if (!isWhole || sums[0]!.rounds === 'NET') return;
  same(
    lines.reduce((sum, { exact }) => plus(sum, exact), zero),
    read(sums[0]!.from),
    'the exact taxes together',
  );
}

type Allocated = Extract<TraceStep, { kind: 'TAX_SPLIT' }>['allocation'];

/** Truncated towards zero to whole minor units; the step says how many units were added. */
function allocated({ exact, added }: Allocated, places: number): Quotient {
  const { n, d } = times(read(exact), { n: 10n ** BigInt(places), d: 1n });
  return plus({ n: n / d, d: 10n ** BigInt(places) }, read(added));
}

type Kind = TraceStep['kind'];

function of<K extends Kind>(steps: readonly TraceStep[], kind: K): Extract<TraceStep, { kind: K }>[] {
  return steps.filter((step): step is Extract<TraceStep, { kind: K }> => step.kind === kind);
}

function read(written: Written): Quotient {
  return 'numerator' in written ? { n: written.numerator, d: written.denominator } : fromText(written.toFixed());
}

function fromText(written: string): Quotient {
  const [whole = '', decimals = ''] = written.split('.');
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
}

const zero: Quotient = { n: 0n, d: 1n };
const plus = (a: Quotient, b: Quotient): Quotient => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const minus = (a: Quotient, b: Quotient): Quotient => plus(a, { n: -b.n, d: b.d });
const times = (a: Quotient, b: Quotient): Quotient => ({ n: a.n * b.n, d: a.d * b.d });
const over = (a: Quotient, b: Quotient): Quotient => ({ n: a.n * b.d, d: a.d * b.n });

function rounded({ n, d }: Quotient, places: number, roundingMode: RoundingMode): Quotient {
  const unit = 10n ** BigInt(places);
  const magnitude = (n < 0n ? -n : n) * unit;
  const whole = magnitude / d;
  const twice = (magnitude - whole * d) * 2n;
  const isHalfUp =
    twice > d || (twice === d && (roundingMode === 'HALF_UP' || (roundingMode === 'HALF_EVEN' && whole % 2n === 1n)));
  const isUp = roundingMode === 'UP' ? twice > 0n : roundingMode !== 'DOWN' && isHalfUp;
  const result = isUp ? whole + 1n : whole;
  return { n: n < 0n ? -result : result, d: unit };
}

/** Less than a minor unit apart. */
function isNear(a: Quotient, b: Quotient, places: number): void {
  const { n, d } = times(minus(a, b), { n: 10n ** BigInt(places), d: 1n });
  if ((n < 0n ? -n : n) >= d) throw new Error(`${a.n}/${a.d} is a minor unit from ${b.n}/${b.d}`);
}

function same(a: Quotient, b: Quotient, what: string): void {
  if (a.n * b.d !== b.n * a.d) throw new Error(`${what}: ${a.n}/${a.d} is not ${b.n}/${b.d}`);
}

/** Without trailing zeros. */
function text(value: Quotient, places: number): string {
  const { n } = rounded(value, places, 'HALF_UP');
  const digits = (n < 0n ? -n : n).toString().padStart(places + 1, '0');
  const [whole, decimals] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  const cut = decimals.replace(/0+$/, '');
  return `${n < 0n ? '-' : ''}${whole}${cut === '' ? '' : `.${cut}`}`;
}
