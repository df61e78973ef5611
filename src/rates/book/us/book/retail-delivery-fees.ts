import type { DeliveryFee } from '../../../../domain/places/place-law.ts';
import { decimal } from '../../../../tax/numbers/decimal.ts';
import { asList, asRecord, asText, asTextOrNull, asTexts, type JsonRecord } from '../../files/json-file.ts';
import { isInForce } from '../../files/rate-windows.ts';

type DatedFee = { readonly fee: DeliveryFee; readonly validFrom: string | null; readonly validThrough: string | null };

/** State delivery fees by state, with one entry for each period of an amount. */
export type DeliveryFees = ReadonlyMap<string, readonly DatedFee[]>;

export function readDeliveryFees(file: JsonRecord): DeliveryFees {
  return new Map(
    asList(file.fees, 'delivery fees').map((value) => {
      const row = asRecord(value, 'delivery fee');
      const state = asText(row.state, 'delivery fee');
      return [state, asList(row.amounts, state).map((amount) => readFee(row, asList(amount, state)))];
    }),
  );
}

function readFee(row: JsonRecord, amount: readonly unknown[]): DatedFee {
  const where = `delivery fee of ${row.state}`;
  const threshold = asTextOrNull(row.threshold, where);
  return {
    fee: {
      state: asText(row.state, where),
      name: asText(row.name, where),
      law: asText(row.law, where),
      amount: decimal(asText(amount[0], where)),
      threshold: threshold === null ? null : decimal(threshold),
      alsoCounts: asTexts(row.alsoCounts, where),
      neverCounts: asTexts(row.neverCounts, where),
      exemptIf: asText(row.exemptIf, where),
      source: asText(amount[3], where),
      uncertainty: asTextOrNull(amount[4], where),
    },
    validFrom: asTextOrNull(amount[1], where),
    validThrough: asTextOrNull(amount[2], where),
  };
}

export function findDeliveryFee(fees: DeliveryFees, state: string, taxDate: string): DeliveryFee | null {
  return fees.get(state)?.find((dated) => isInForce(dated, taxDate))?.fee ?? null;
}
