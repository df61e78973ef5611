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
];

/** The navigation, from top to bottom. */
export const entries: readonly Entry[] = [
  { name: 'Inbox', path: '/console', icon: 'inbox' },
  { name: 'Documents', path: '/console/documents', icon: 'documents' },
  { name: 'Returns', path: '/console/returns', icon: 'returns' },
  { name: 'Liability', path: '/console/liability', icon: 'liability' },
];
