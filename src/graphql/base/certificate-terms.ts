import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import { certificateTerms } from '../../usecases/exemptions/exemptions.ts';
import type { GraphqlContext } from './context.ts';

const termsByRequest = new WeakMap<GraphqlContext, Promise<CertificateTerms>>();

/** The settings and date used to judge certificates, read once per request. */
export function certificateTermsOf(ctx: GraphqlContext): Promise<CertificateTerms> {
  const known = termsByRequest.get(ctx);
  if (known) return known;
  const terms = certificateTerms(ctx);
  termsByRequest.set(ctx, terms);
  return terms;
}
