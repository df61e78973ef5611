import { CertificateView } from '../views/certificate/certificate.tsx';
import { CertificateRequests } from '../views/certificate-requests/certificate-requests.tsx';
import { Certificates } from '../views/certificates/certificates.tsx';
import { CustomerView } from '../views/customer/customer.tsx';
import { Customers } from '../views/customers/customers.tsx';
import { NewCertificate } from '../views/new-certificate/new-certificate.tsx';
import { NexusView } from '../views/nexus/nexus.tsx';
import { NexusPlace } from '../views/nexus-place/nexus-place.tsx';

export const customersPart = {
  Customers,
  CustomerView,
  NewCertificate,
  Certificates,
  CertificateRequests,
  CertificateView,
  NexusView,
  NexusPlace,
};
