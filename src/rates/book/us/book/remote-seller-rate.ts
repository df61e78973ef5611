import type { RemoteSellerRate } from '../../../../domain/places/place-law.ts';
import { decimal } from '../../../../tax/numbers/decimal.ts';
import { asRecord, asText, asTextOrNull } from '../../files/json-file.ts';
import { isInForce } from '../../files/rate-windows.ts';
import type { Source } from '../../files/source.ts';
import { sourceName, type UsJurisdiction } from './state-book.ts';

/** The state's program for remote sellers, with a rate levied by the state itself; null if the state has no program. */
export function readRemoteSellerRate(
  sent: unknown,
  state: UsJurisdiction | undefined,
  sources: readonly Source[],
): RemoteSellerRate | null {
  if (sent === undefined || state === undefined) return null;
  const where = `remote sellers in ${state.jurisdiction.id}`;
  const row = asRecord(sent, where);
  return {
    program: asText(row.program, where),
    rate: {
      jurisdiction: state.jurisdiction,
      rate: decimal(asText(row.rate, where)),
      validFrom: asTextOrNull(row.from, where),
      validThrough: asTextOrNull(row.to, where),
      source: sourceName(sources, row.source),
    },
  };
}

export function remoteSellerRateOn(known: RemoteSellerRate | null, taxDate: string): RemoteSellerRate | null {
  return known !== null && isInForce(known.rate, taxDate) ? known : null;
}
