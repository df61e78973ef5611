import type { TenantSettings } from '../../domain/account/tenant.ts';
import { formatCount } from '../../domain/base/words.ts';
import type { Notice } from '../../tax/model/assessment.ts';

type Circumstances = {
  /** The number of unknown customers in the file. */
  readonly unknownCustomers: number;
  /** The number of documents voided by the other system. */
  readonly voided: number;
  /** Whether stored documents that are missing from the file can be found, or the reason why not. */
  readonly missing: 'KNOWN' | 'UNREAD' | 'NO_PERIOD';
  readonly settings: TenantSettings;
};

/** Notices about a whole comparison. */
export function reconciliationNotices({ unknownCustomers, voided, missing, settings }: Circumstances): Notice[] {
  const notices: Notice[] = [];
  if (unknownCustomers > 0) {
    const counted = formatCount(unknownCustomers, 'customer in the file is', 'customers in the file are');
    const message = `${counted} not stored. Their documents were calculated without certificates.`;
    notices.push({ code: 'CUSTOMER_NOT_FOUND', pointer: '', message });
  }
  if (voided > 0) {
    const counted = formatCount(
      voided,
      'document is void in the file and was',
      'documents are void in the file and were',
    );
    const message = `${counted} not compared.`;
    notices.push({ code: 'VOIDED_THERE', pointer: '', message });
  }
  if (missing !== 'KNOWN') {
    const message =
      missing === 'UNREAD'
        ? 'The file was not read completely, so no document counts as MISSING_THERE.'
        : 'No document in the file has a source, an id and a day, so no stored document counts as MISSING_THERE. Specify source, from and to.';
    notices.push({ code: 'MISSING_THERE_UNKNOWN', pointer: '', message });
  }
  if (settings.euDistanceSales === 'MEASURED') {
    const message =
      'Sales to consumers in other EU member states were calculated as below the threshold of 10,000 EUR, because sales in a file are not measured.';
    notices.push({ code: 'EU_THRESHOLD_NOT_MEASURED', pointer: '', message });
  }
  return notices;
}
