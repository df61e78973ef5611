import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

/** The place that the goods ship from in place of the destination, or the reverse. */
export function* bySourcing({ request, calculated }: Differing): Suppositions {
  const { input, settings } = request;
  const { places } = calculated.laws[0]!;
  const { homeAddress } = settings;
  const home = { ...homeAddress, region: null, county: null, street: null, isPartial: true };
  const origin = input.shipFromAddress ?? (homeAddress.state === null && homeAddress.country === 'US' ? null : home);
  if (!origin) return;
  const isFromOrigin = places.sourcedFrom !== 'SHIP_TO';
  const changed = isFromOrigin
    ? { ...input, shipFromAddress: input.shippingAddress }
    : { ...input, shippingAddress: origin, shipFromAddress: origin };
  const message = isFromOrigin
    ? `Their tax is that of ${named(input.shippingAddress)}, where the goods go; the sale is taxed where they ship from.`
    : `Their tax is that of ${named(origin)}, where the goods ship from; the sale is taxed in ${named(input.shippingAddress)}, where they go.`;
  yield supposing({ request: { ...request, input: changed } }, message);
}

const named = ({ city, zip, state, country }: TransactionInput['shippingAddress']) =>
  city ?? zip ?? state ?? country ?? '';
