import { type DeepPartial, type ID, VendureEntity } from '@vendure/core';
import { Column, type ColumnOptions, Entity, Index } from 'typeorm';

type DocumentState = 'WAITING' | 'STORED' | 'FAILED';
export type DocumentKind = 'INVOICE' | 'REFUND' | 'CANCELLATION';

/**
 * A document to store or cancel in the gateway. The row is written in the transaction of its event, so every placed
 * order has a document, whatever happens next. `content` is the input as of the event or of a later correction.
 */
export class TollgateDocument extends VendureEntity {
  constructor(input?: DeepPartial<TollgateDocument>) {
    super(input);
  }
  declare orderId: ID;
  declare orderCode: string;
  declare externalId: string;
  declare kind: DocumentKind;
  declare state: DocumentState;
  declare content: string;
  declare attempts: number;
  declare nextAttemptAt: Date;
  declare lastError: string | null;
  declare storedAt: Date | null;
  /**
   * The amounts on the platform and in the gateway, in minor units including tax. The amounts can differ if the tax was
   * estimated.
   */
  declare platformAmount: number | null;
  declare gatewayAmount: number | null;
}

/* Replaces decorators, which cannot be erased by type stripping. */
const column = (name: keyof TollgateDocument, options: ColumnOptions): void =>
  Column(options)(TollgateDocument.prototype, name);

Entity('tollgate_document')(TollgateDocument);
column('orderId', { type: 'varchar' });
column('orderCode', { type: 'varchar' });
column('externalId', { type: 'varchar', unique: true });
column('kind', { type: 'varchar' });
column('state', { type: 'varchar' });
column('content', { type: 'text' });
column('attempts', { type: 'int', default: 0 });
column('nextAttemptAt', { type: Date });
column('lastError', { type: 'text', nullable: true });
column('storedAt', { type: Date, nullable: true });
column('platformAmount', { type: 'int', nullable: true });
column('gatewayAmount', { type: 'int', nullable: true });
Index(['state', 'nextAttemptAt'])(TollgateDocument);
