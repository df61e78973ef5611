import type { CertificateRefusal } from '../../../tax/law/exemptions.ts';
import type { Certificate } from '../../../tax/model/assessment.ts';
import type { BuyerStep, PlaceStep } from '../../../tax/trace/trace.ts';
import { toDecimalText } from '../../base/amount.ts';
import { formatJurisdiction, formatOrigin, formatPercent } from '../../descriptions/format.ts';
import type { Precision } from '../../places/matched-address.ts';
import { forcedExemption, storedExemptionId } from '../evidence.ts';
import type { StepDescription } from './trace-step.ts';

const sourcingOf = {
  SHIP_TO: '',
  COLLECTED: '',
  SHIP_FROM: ' The rates of the ship-from address apply.',
  DISPATCH: ' The goods are taxed where their dispatch begins.',
  SELLER: ' The services are supplied where the seller is established.',
};

const precisionWords: Readonly<Record<Precision, string>> = {
  ROOFTOP: 'its street address',
  ZIP9: 'its ZIP+4 code',
  CITY: 'its city and ZIP code',
  ZIP5: 'its ZIP code',
  STATE: 'its state or region',
  COUNTRY: 'its country',
};

export function describePlace(step: PlaceStep | BuyerStep): StepDescription {
  switch (step.kind) {
    case 'ADDRESS_MATCHED': {
      const { place, precision, matchLevel, score } = step;
      const address = step.sourcedFrom === 'COLLECTED' ? 'address where the goods are collected' : 'shipping address';
      const matched = `The ${address} was matched to ${place} by ${precisionWords[precision as Precision]} (${matchLevel.toLowerCase()} match, score ${toDecimalText(score)}).`;
      return { message: matched + sourcingOf[step.sourcedFrom] };
    }
    case 'JURISDICTION_FOUND': {
      const { jurisdiction, rate, taxDate, validFrom, validThrough, source } = step;
      const message = `On ${taxDate} the general rate of ${formatJurisdiction(jurisdiction)} is ${formatPercent(rate)} ${formatOrigin(validFrom, validThrough, source)}.`;
      return { message, jurisdiction, rate: toDecimalText(rate), validFrom, validThrough, source };
    }
    case 'LOCAL_RATE_CUT': {
      const { jurisdiction, rate, generalRate, localRateCap } = step;
      const message = `Local rates together are capped at ${formatPercent(localRateCap)}: ${formatJurisdiction(jurisdiction)} charges ${formatPercent(rate)} instead of ${formatPercent(generalRate)}.`;
      return { message, jurisdiction, rate: toDecimalText(rate) };
    }
    case 'COLLECTING': {
      const plain = step.isCollecting ? 'The seller collects tax there.' : 'The seller does not collect tax there.';
      return { message: step.because ?? plain };
    }
    case 'CERTIFICATE_APPLIED': {
      const { id, relief } = step.certificate;
      return { message: `${nameOf(step.certificate)} covers the line: ${describeRelief(relief)}.`, ...idOf(id) };
    }
    case 'CERTIFICATE_REFUSED': {
      const { certificate, refusal } = step;
      const message = `${nameOf(certificate)} was not applied: ${refusalDescriptions(certificate)[refusal]}.`;
      return { message, ...idOf(certificate.id), refusal };
    }
  }
}

function idOf(id: string): Pick<StepDescription, 'exemptionId'> {
  const exemptionId = storedExemptionId(id);
  return exemptionId === null ? {} : { exemptionId };
}

function nameOf({ id, country, subdivision }: Certificate): string {
  if (id === forcedExemption) return 'The exemption override of the document';
  return `The exemption ${storedExemptionId(id) === null ? 'declared ' : ''}for ${subdivision ?? country}`;
}

function describeRelief(relief: Certificate['relief']): string {
  if (relief.kind === 'full') return 'the whole price is exempt';
  const { exemptShare, reducedRate } = relief;
  const share = exemptShare && `${formatPercent(exemptShare)} of the price is exempt`;
  const rate = reducedRate && `the rate is lowered to ${formatPercent(reducedRate)}`;
  return [share, rate].filter((part) => part !== null).join(', or ') || 'the tax does not change';
}

function refusalDescriptions(certificate: Certificate): Readonly<Record<CertificateRefusal, string>> {
  const { country, subdivision, validFrom, validThrough, taxCodes } = certificate;
  return {
    OTHER_COUNTRY: `it is valid only in ${country}`,
    OTHER_STATE: `it is valid only in ${subdivision}, ${country}`,
    NOT_YET_IN_FORCE: `it is not valid before ${validFrom}`,
    NO_LONGER_IN_FORCE: `it was valid until ${validThrough}`,
    NO_EVIDENCE: 'it has no attached file, and the account requires one (requireEvidence)',
    OTHER_TAX_CODE: `it covers only the tax codes ${taxCodes.join(', ')}`,
    ANOTHER_APPLIES: 'another exemption applies, and exemptions are not combined',
    NOTHING_TO_RELIEVE: 'it would not lower the tax',
  };
}
