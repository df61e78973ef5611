import type { VariablesOf } from '../../base/graphql.ts';
import type { Changes } from '../../base/router.ts';
import { findCode, type TaxCode } from '../../base/tax-codes.tsx';
import { isZero, readAmount, withPoint } from '../../format/decimal-text.ts';
import { isDay, today } from '../../format/format.ts';
import { placesIn } from '../../format/place-input.ts';
import { tryTexts } from '../../texts/try.ts';
import type { quoteOperation } from './operations.ts';

export type QuoteInput = VariablesOf<typeof quoteOperation>['input'];

export type TypedItem = {
  readonly code: string;
  readonly quantity: string;
  readonly price: string;
  readonly discount: string;
};

/** The form input, as text. */
export type Variant = {
  readonly place: string;
  readonly day: string;
  readonly type: string;
  readonly customer: string;
  readonly ship: string;
  readonly incl: string;
  readonly items: readonly TypedItem[];
};

const plainNames = ['place', 'day', 'type', 'customer', 'ship', 'incl'] as const;
export const blankItem: TypedItem = { code: '', quantity: '1', price: '', discount: '' };
/** Prefix for parameters of the second variant, which contain only its differences from the first. */
export const ifPrefix = 'if-';

/** `C1S2:2:19.90:1.50,C1S1:1:5`: tax code, quantity, price and discount. */
function readItems(text: string): readonly TypedItem[] {
  if (text === '') return [blankItem];
  return text
    .split(',')
    .slice(0, mostItems)
    .map((item) => {
      const [code = '', quantity = '1', price = '', discount = ''] = item.split(':');
      return { code, quantity, price, discount };
    });
}
/** The maximum number of items, which is more than anyone would enter. */
const mostItems = 20;

/** Text containing the separators comma or colon would be split. */
const safe = (text: string) => text.replaceAll(/[,:]/g, ' ').trim();

function itemsText(items: readonly TypedItem[]): string {
  const texts = items.map(({ code, quantity, price, discount }) =>
    [code, ...[quantity, price, discount].map(withPoint)].map(safe).join(':').replace(/:+$/, ''),
  );
  return texts.length === 1 && texts[0] === ':1' ? '' : texts.join(',');
}

export function readVariant(query: URLSearchParams, base: Variant | null = null): Variant {
  const prefix = base === null ? '' : ifPrefix;
  const textOf = (name: (typeof plainNames)[number]) => query.get(`${prefix}${name}`) ?? base?.[name] ?? '';
  const items = query.get(`${prefix}items`);
  return {
    place: textOf('place'),
    day: textOf('day'),
    type: textOf('type'),
    customer: textOf('customer'),
    ship: textOf('ship'),
    incl: textOf('incl'),
    items: items === null && base !== null ? base.items : readItems(items ?? ''),
  };
}

/** The URL parameters of a variant; for the second, only the differences. Empty text counts as a difference. */
export function writeVariant(variant: Variant, base: Variant | null = null): Changes {
  const prefix = base === null ? '' : ifPrefix;
  const texts = { ...variant, items: itemsText(variant.items) };
  const before = base && { ...base, items: itemsText(base.items) };
  return Object.fromEntries(
    [...plainNames, 'items' as const].map((name) => {
      const isSame = before === null ? texts[name] === '' : texts[name] === before[name];
      return [`${prefix}${name}`, isSame ? null : texts[name] || emptied];
    }),
  );
}
/** An empty parameter would be dropped, and the value of the first variant would apply. */
const emptied = ' ';

export type Asked =
  | { readonly kind: 'ask'; readonly input: QuoteInput }
  | { readonly kind: 'missing'; readonly text: string };

const { missing } = tryTexts;

/** The input for the calculation, or a message about missing or invalid input. `codes` is the loaded catalog. */
export function askedOf(variant: Variant, codes: readonly TaxCode[]): Asked {
  const place = placesIn(variant.place)[0];
  if (!place) return missed(variant.place.trim() === '' ? missing.place : missing.unknownPlace);
  const sold = variant.items.filter(({ price }) => price.trim() !== '');
  if (sold.length === 0 && variant.ship.trim() === '') return missed(missing.items);
  const typed = [variant.ship, ...sold.flatMap(({ quantity, price, discount }) => [quantity, price, discount])];
  if (typed.some((text) => readAmount(text) === undefined)) return missed(missing.amount);
  const unknown = sold.find(({ code }) => code.trim() !== '' && findCode(codes, code) === null);
  if (unknown) return missed(missing.code(unknown.code));
  const { kind: _kind, ...address } = place;
  const ship = readAmount(variant.ship);
  const customer = variant.customer.trim();
  return {
    kind: 'ask',
    input: {
      shippingAddress: { isPartial: true, country: 'US', ...address },
      items: sold.map(({ code, quantity, price, discount }, index) => {
        const found = findCode(codes, code);
        const lessened = readAmount(discount);
        return {
          name: found?.name ?? tryTexts.item(index + 1),
          taxCode: found?.code ?? generalCode,
          quantity: readAmount(quantity) ?? '1',
          unitPrice: readAmount(price),
          ...(lessened && !isZero(lessened) && { discount: lessened }),
        };
      }),
      ...(ship && { shippingFee: { totalPrice: ship, taxCode: shippingCode } }),
      taxDate: isDay(variant.day) ? variant.day : today(),
      ...(variant.incl.trim() !== '' && { isTaxInclusive: true }),
      ...customerOf(customer, variant.type.trim()),
    },
  };
}

/** The tax codes of items without a code, and of the shipping fee. */
const generalCode = 'C1S1';
const shippingCode = 'C6S1';

const missed = (text: string): Asked => ({ kind: 'missing', text });

const customerTypes = ['RETAIL', 'RESELLER', 'RETAIL_EXEMPT', 'MARKETPLACE'] as const;

function customerOf(customerId: string, type: string): Pick<QuoteInput, 'customerId' | 'customer'> {
  if (customerId !== '') return { customerId };
  const customerType = customerTypes.find((one) => one === type);
  return customerType ? { customer: { described: { customerType } } } : {};
}
