import { DocumentView } from '../views/document/document.tsx';
import { Documents } from '../views/documents/documents.tsx';
import { Inbox } from '../views/inbox/inbox.tsx';

export const documentsPart = { Inbox, Documents, DocumentView };
