import type { Certificate } from '../../../tax/model/assessment.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { toDecimalText, type Written } from '../../base/amount.ts';

const mostFromElsewhere = 5;

/**
 * The certificates to keep with a document: all certificates for its places, and a few others. The others have no
 * effect, and a few are enough to show why. A reseller may have a certificate for every state.
 */
export function recordCertificates(
  certificates: readonly Certificate[],
  places: readonly TaxPlace[],
): Written<Certificate>[] {
  let fromElsewhere = 0;
  const isKept = ({ country, subdivision }: Certificate) =>
    places.some((place) => country === place.country && (subdivision === null || subdivision === place.subdivision)) ||
    fromElsewhere++ < mostFromElsewhere;
  return certificates.filter(isKept).map(writeCertificate);
}

function writeCertificate({ relief, ...certificate }: Certificate): Written<Certificate> {
  if (relief.kind === 'full') return { ...certificate, relief };
  const { kind, exemptShare, reducedRate } = relief;
  return {
    ...certificate,
    relief: {
      kind,
      exemptShare: exemptShare && toDecimalText(exemptShare),
      reducedRate: reducedRate && toDecimalText(reducedRate),
    },
  };
}

export function readCertificate({ relief, ...certificate }: Written<Certificate>): Certificate {
  if (relief.kind === 'full') return { ...certificate, relief };
  const { kind, exemptShare, reducedRate } = relief;
  return {
    ...certificate,
    relief: {
      kind,
      exemptShare: exemptShare === null ? null : decimal(exemptShare),
      reducedRate: reducedRate === null ? null : decimal(reducedRate),
    },
  };
}
