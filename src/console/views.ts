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
];

/** The navigation, from top to bottom. */
export const entries: readonly Entry[] = [
  { name: 'Inbox', path: '/console', icon: 'inbox' },
  { name: 'Documents', path: '/console/documents', icon: 'documents' },
];
