/** Short names are allowed one mistake, long ones two. */
export function isSimilar(name: string, known: string): boolean {
  const most = known.length < 10 ? 1 : 2;
  return Math.abs(name.length - known.length) <= most && distance(name, known) <= most;
}

/** The number of letters inserted, omitted, replaced or swapped with the next letter (optimal string alignment). */
export function distance(one: string, other: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = previous;
    previous = current;
  }
  return previous[other.length]!;
}

/** Names in other systems, in lower case without separators, mapped to our members. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  country: ['countrycode', 'countryiso', 'country2'],
  currency: ['currencycode'],
  email: ['emailaddress'],
  externalId: ['doccode', 'documentcode', 'invoicenumber', 'orderid', 'transactionid'],
  externalTimestamps: ['transactiondate', 'docdate', 'invoicedate'],
  isTaxInclusive: ['taxincluded', 'pricesincludetax', 'includestax', 'taxinclusive'],
  items: ['lineitems', 'lines', 'orderlines'],
  name: ['title', 'productname', 'itemname'],
  quantity: ['qty'],
  shipFromAddress: ['shipfrom', 'fromaddress', 'originaddress'],
  shippingAddress: ['shipto', 'toaddress', 'destinationaddress', 'deliveryaddress'],
  shippingFee: ['shipping', 'shippingcost', 'shippingamount', 'freight'],
  state: ['province', 'provincecode', 'statecode'],
  street: ['address1', 'addressline1', 'line1', 'street1'],
  taxCode: ['producttaxcode'],
  taxNumber: ['vatnumber', 'vatid', 'taxid', 'vatcode', 'gstin'],
  unitPrice: ['price', 'unitamount'],
  zip: ['postalcode', 'postcode', 'zipcode', 'postal'],
};

const withoutSeparators = (name: string) => name.replaceAll(/[\s_-]/g, '').toLowerCase();

/**
 * The probable meaning of an unknown name, by its spelling or by its use in another system; undefined if no meaning is
 * likely.
 */
export function nearestTo(name: string, known: readonly string[]): string | undefined {
  const plain = withoutSeparators(name);
  const meant = known.find((one) => withoutSeparators(one) === plain || otherNames[one]?.includes(plain));
  if (meant !== undefined) return meant;
  return known
    .filter((one) => isSimilar(name, one))
    .sort((one, other) => distance(name, one) - distance(name, other))[0];
}

/** The message for an unknown member. */
export function noSuchMember(name: string, known: readonly string[]): string {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  const nearest = nearestTo(name, known);
  const sentence = `Unknown member ${/^\w+$/.test(shown) ? shown : JSON.stringify(shown)}.`;
  return nearest === undefined ? sentence : `${sentence} Did you mean ${nearest}?`;
}
