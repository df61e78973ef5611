import { type Quote, type QuoteInput, TollgateError } from '@tollgate/client';
import { I18nError, Order, type RequestContext, type TransactionalConnection, UserInputError } from '@vendure/core';
import type { Buyer, Gateway } from '../shared/gateway.ts';
import { createLastKnown, type PricedLine } from '../shared/last-known.ts';
import type { KeptRate } from '../shared/line-rates.ts';
import { isCountryAlone, isForWantOfAddress, placeMissing } from '../shared/place.ts';
import { isRefusal } from '../shared/refusal.ts';
import type { TollgateOptions } from './options.ts';
import { buyerOf, today } from './order-input.ts';
import { addNote, changedFieldsOf, markTax, noteOf, type TaxedPart } from './tax-note.ts';

/**
 * The taxes on a cart: `quoted` by the gateway, now or earlier for an identical cart; `incomplete` because the address
 * is missing; or `remembered`, the last known rates, while the gateway is unavailable.
 */
type CartTax =
  | { readonly kind: 'quoted'; readonly quote: Quote }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'remembered'; rates(line: PricedLine): readonly KeptRate[] };

export type CartTaxes = {
  of(order: Order, input: QuoteInput, part: TaxedPart): Promise<CartTax>;
  /** Vendure saves an order without its custom fields after calculating prices, so changed fields are saved here. */
  keep(ctx: RequestContext, order: Order): Promise<void>;
  connect(connection: TransactionalConnection): void;
};

export function createCartTaxes(gateway: Gateway, options: TollgateOptions): CartTaxes {
  /** Carts also store their own rates, which survive a restart or a change of server. */
  const lastKnown = createLastKnown();

  const incomplete = (order: Order, part: TaxedPart): CartTax => {
    // In this state, buyers can still change their address, but not remove it.
    if (order.state === 'ArrangingPayment') throw new UserInputError(placeMissing);
    addNote(order, { isPlaceMissing: true });
    const hasZoneRate = part.startsWith('line:') && options.onIncompleteAddress === 'zoneRate';
    markTax(order, part, hasZoneRate ? 'ESTIMATED' : 'UNTAXED');
    return { kind: 'incomplete' };
  };

  type Failed = {
    readonly place: string;
    readonly input: QuoteInput;
    readonly buyer: Buyer | null;
    readonly error: TollgateError;
  };
  const remembered = (order: Order, part: TaxedPart, { place, input, buyer, error }: Failed): CartTax => {
    const { onUnavailable = 'refuse' } = options;
    const note = noteOf(order);
    const isOfDay = (note.onlyOn ?? input.taxDate) === input.taxDate;
    const own = note.place === place && isOfDay ? note.rates : undefined;
    // The quote for an identical cart has the exact amounts, unless they depend on the buyer.
    const recall = () =>
      (note.isPersonal ? null : lastKnown.recall(input, buyer)) ?? lastKnown.recall(input, buyer, own);
    const found = onUnavailable === 'lastKnownRate' ? recall() : null;
    if (!found && isCountryAlone(input.shippingAddress ?? {})) return incomplete(order, part);
    if (!found && onUnavailable !== 'zero') throw new TaxUnavailable(error);
    addNote(order, { isPlaceMissing: false });
    markTax(order, part, found ? 'ESTIMATED' : 'UNTAXED');
    if (found?.kind === 'quote') return { kind: 'quoted', quote: found.quote };
    return { kind: 'remembered', rates: (line) => found?.rates(line) ?? [] };
  };

  let connection: TransactionalConnection | null = null;
  return {
    connect(to) {
      connection = to;
    },

    async keep(ctx, order) {
      const fields = changedFieldsOf(order);
      if (!connection || !fields || order.id === undefined) return;
      await connection.getRepository(ctx, Order).update(order.id, { customFields: fields });
    },

    async of(order, asked, part) {
      const buyer = buyerOf(order);
      const input = { ...asked, taxDate: today(options) };
      const address = input.shippingAddress ?? {};
      if (!address.country) return incomplete(order, part);
      const place = JSON.stringify([address.country, address.state, address.zip, address.city]);
      try {
        const quote = await gateway.quote(input, buyer);
        addNote(order, { place, ...lastKnown.remember(input, quote, buyer), isPlaceMissing: false });
        markTax(order, part, 'GATEWAY');
        return { kind: 'quoted', quote };
      } catch (error) {
        if (!(error instanceof TollgateError)) throw error;
        if (isForWantOfAddress(error, address)) return incomplete(order, part);
        if (!isRefusal(error)) return remembered(order, part, { place, input, buyer, error });
        // The buyer can correct most of these errors, such as a ZIP code in another state.
        throw new UserInputError(error.message);
      }
    },
  };
}

/** The message for the buyer; `errors[].extensions.code` is TAX_UNAVAILABLE. */
class TaxUnavailable extends I18nError {
  constructor(cause: TollgateError) {
    super('The tax on this order cannot be calculated right now. Try again in a minute.', {}, 'TAX_UNAVAILABLE');
    this.cause = cause;
  }
}
