import type { Entry, View } from './base/view.ts';

/** The views: the first whose path fits is shown. To add one, write its file and add it here. */
export const views: readonly View[] = [
  {
    path: '/console',
    load: async () => {
      const { Inbox } = await import('./views/inbox/inbox.tsx');
      return Inbox;
    },
  },
  {
    path: '/console/documents',
    load: async () => {
      const { Documents } = await import('./views/documents/documents.tsx');
      return Documents;
    },
  },
  {
    path: '/console/documents/:id',
    load: async () => {
      const { DocumentView } = await import('./views/document/document.tsx');
      return DocumentView;
    },
  },
  {
    path: '/console/returns',
    load: async () => {
      const { Returns } = await import('./views/returns/returns.tsx');
      return Returns;
    },
  },
  {
    path: '/console/returns/:place/:period',
    load: async () => {
      const { ReturnView } = await import('./views/return/return.tsx');
      return ReturnView;
    },
  },
  {
    path: '/console/liability',
    load: async () => {
      const { Liability } = await import('./views/liability/liability.tsx');
      return Liability;
    },
  },
  {
    path: '/console/returns/ec-sales-list',
    load: async () => {
      const { EcSalesList } = await import('./views/ec-sales-list/ec-sales-list.tsx');
      return EcSalesList;
    },
  },
  {
    path: '/console/customers',
    load: async () => {
      const { Customers } = await import('./views/customers/customers.tsx');
      return Customers;
    },
  },
  {
    path: '/console/customers/:id',
    load: async () => {
      const { CustomerView } = await import('./views/customer/customer.tsx');
      return CustomerView;
    },
  },
  {
    path: '/console/customers/:id/new-certificate',
    load: async () => {
      const { NewCertificate } = await import('./views/new-certificate/new-certificate.tsx');
      return NewCertificate;
    },
  },
  {
    path: '/console/certificates',
    load: async () => {
      const { Certificates } = await import('./views/certificates/certificates.tsx');
      return Certificates;
    },
  },
  {
    path: '/console/certificates/:id',
    load: async () => {
      const { CertificateView } = await import('./views/certificate/certificate.tsx');
      return CertificateView;
    },
  },
  {
    path: '/console/nexus',
    load: async () => {
      const { NexusView } = await import('./views/nexus/nexus.tsx');
      return NexusView;
    },
  },
  {
    path: '/console/nexus/:place',
    load: async () => {
      const { NexusPlace } = await import('./views/nexus-place/nexus-place.tsx');
      return NexusPlace;
    },
  },
];

/** The navigation, from top to bottom. */
export const entries: readonly Entry[] = [
  { name: 'Inbox', path: '/console', icon: 'inbox' },
  { name: 'Documents', path: '/console/documents', icon: 'documents' },
  { name: 'Returns', path: '/console/returns', icon: 'returns' },
  { name: 'Liability', path: '/console/liability', icon: 'liability' },
  { name: 'Customers', path: '/console/customers', icon: 'customers' },
  { name: 'Certificates', path: '/console/certificates', icon: 'certificate' },
  { name: 'Nexus', path: '/console/nexus', icon: 'nexus' },
];
