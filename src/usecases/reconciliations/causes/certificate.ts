import type { Certificate } from '../../../tax/model/assessment.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

/** Without the exemption of the buyer, or with one that is not valid here. */
export function* byCertificate({ request, calculated: { toAssess }, exemption }: Differing): Suppositions {
  const { certificates, customerType, place } = toAssess;
  if (certificates.length > 0 || customerType !== 'RETAIL') {
    const taxed = { ...toAssess, certificates: [], customerType: 'RETAIL' as const };
    const message = `Their tax ignores the exemption of the buyer: ${customerType === 'RETAIL' ? 'a certificate on file' : `customers of type ${customerType}`}.`;
    yield supposing({ toAssess: taxed }, message);
  }
  if (exemption === null && request.exemptions.length === 0) return;
  const exempt = { ...toAssess, certificates: [fullExemption(place.country)] };
  const named = exemption === null ? 'a certificate of the buyer' : `the exemption ${JSON.stringify(exemption)}`;
  const message = `Their tax applies ${named}, and no certificate here covers the sale.`;
  yield supposing({ toAssess: exempt }, message);
}

const fullExemption = (country: string): Certificate => ({
  id: 'supposed',
  country,
  subdivision: null,
  validFrom: null,
  validThrough: null,
  taxCodes: [],
  relief: { kind: 'full' },
});
