import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Notice } from '../../tax/model/assessment.ts';

type Circumstances = {
  /** How many customers of the file are not stored. */
  readonly unknownCustomers: number;
  /** How many documents the other system voided. */
  readonly voided: number;
  /** Whether it is known which stored documents the file lacks, or why not. */
  readonly missing: 'KNOWN' | 'UNREAD' | 'NO_PERIOD';
  readonly settings: TenantSettings;
};

/** Remarks on a whole comparison. */
export function reconciliationNotices({ unknownCustomers, voided, missing, settings }: Circumstances): Notice[] {
  const notices: Notice[] = [];
  if (unknownCustomers > 0) {
    const counted =
      unknownCustomers === 1 ? '1 customer of the file is' : `${unknownCustomers} customers of the file are`;
    const message = `${counted} not stored. Their documents were calculated without certificates.`;
    notices.push({ code: 'CUSTOMER_NOT_FOUND', pointer: '', message });
  }
  if (voided > 0) {
    const counted =
      voided === 1 ? '1 document of the file is void there.' : `${voided} documents of the file are void there.`;
    const message = `${counted} Their taxes were not compared.`;
    notices.push({ code: 'VOIDED_THERE', pointer: '', message });
  }
  if (missing !== 'KNOWN') {
    const message =
      missing === 'UNREAD'
        ? 'The file was not read to its end, so no document counts as MISSING_THERE.'
        : 'No document of the file has a source, an id and a day, so none counts as MISSING_THERE: specify source, from and to.';
    notices.push({ code: 'MISSING_THERE_UNKNOWN', pointer: '', message });
  }
  if (settings.euDistanceSales === 'MEASURED') {
    const message =
      'Sales to consumers in other EU member states were calculated below the threshold of 10,000 EUR; the file does not measure them.';
    notices.push({ code: 'EU_THRESHOLD_NOT_MEASURED', pointer: '', message });
  }
  return notices;
}
