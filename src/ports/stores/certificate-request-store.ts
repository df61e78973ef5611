import type {
  CertificateRequest,
  CertificateRequestFilter,
} from '../../domain/certificate-requests/certificate-request.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionFileReads } from './exemption-store.ts';
import type { PageRequest } from './page-request.ts';

export type ReminderDay = { readonly dueOn: string };

export interface CertificateRequestStore {
  insert(request: CertificateRequest): Promise<void>;
  findMany(serviceIds: readonly string[]): Promise<CertificateRequest[]>;
  /** A page of certificate requests. With `due`, only unanswered requests that are due for a reminder. */
  list(filter: CertificateRequestFilter, page: PageRequest, due?: ReminderDay): Promise<CertificateRequest[]>;
  count(filter: CertificateRequestFilter, due?: ReminderDay): Promise<number>;
  /** Replaces the submission and its file; false if another request was faster. */
  submit(request: CertificateRequest, content: Buffer, expectedVersion: number): Promise<boolean>;
  /**
   * Stores the decision and, in the same unit of work, the new exemptions with the file. Stores nothing if another
   * request was faster, or if the key of an exemption is taken.
   */
  decide(
    request: CertificateRequest,
    exemptions: readonly Exemption[],
    expectedVersion: number,
  ): Promise<'decided' | 'overtaken' | 'key-taken'>;
  /** Deletes the requests of a customer with their files, and returns their number. */
  removeOf(customerId: string): Promise<number>;
  readonly files: ExemptionFileReads;
}
