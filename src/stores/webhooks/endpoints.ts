import { gatewayLimits } from '../../domain/base/limits.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import type { SecretRotation, WebhookEndpointStore } from '../../ports/stores/webhook-endpoint-store.ts';
import { Prisma } from '../generated/client.ts';
import { columnsOf, instantOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import { isUuid, lockTenant, type TenantScope, where } from '../sql/tenant-scope.ts';
import { timeOf } from '../sql/values.ts';
import { endIdleFeed, startFeed } from './feed-position.ts';
import type { SecretCipher } from './secret-cipher.ts';

type Row = RowOf<WebhookEndpoint>;

const columns = columnsOf<Row>(
  'serviceId',
  'url',
  'eventTypes',
  'description',
  'status',
  'disabledReason',
  'previousSecretUntil',
  'failingSince',
  'createdAt',
  'updatedAt',
  'version',
);

export function createWebhookEndpointStore(scope: TenantScope, cipher: SecretCipher): WebhookEndpointStore {
  const { prisma, statements, tenantId, changedBy } = scope;
  const isThis = (serviceId: string) => Prisma.sql`service_id = ${serviceId}::uuid`;

  /** Writes an endpoint and starts or ends the feed of its tenant, in one unit of work. Writes run one at a time. */
  const write = (change: Prisma.Sql, { status, internalTimestamps }: WebhookEndpoint) =>
    prisma.$transaction(async (unit) => {
      await unit.$queryRaw(lockTenant(scope));
      if ((await unit.$executeRaw(change)) === 0) return false;
      const isActive = status === 'ACTIVE';
      if (isActive) await startFeed((statement) => unit.$queryRaw(statement), scope, internalTimestamps.updatedDate);
      else await unit.$executeRaw(endIdleFeed(scope));
      return true;
    });

  const update = (endpoint: WebhookEndpoint, expectedVersion: number, secret: Prisma.Sql) => Prisma.sql`
    UPDATE webhook_endpoints SET url = ${endpoint.url}, event_types = ${[...endpoint.eventTypes]}::text[],
      description = ${endpoint.description}, disabled_reason = ${endpoint.disabledReason},
      active_since = CASE WHEN status = 'DISABLED' AND ${endpoint.status} = 'ACTIVE'
        THEN ${timeOf(endpoint.internalTimestamps.updatedDate)} ELSE active_since END,
      failing_since = ${timeOf(endpoint.failingSince)}, status = ${endpoint.status}::"WebhookStatus",
      previous_secret_until = ${timeOf(endpoint.previousSecretUntil)}, ${secret}
      updated_at = greatest(updated_at, ${timeOf(endpoint.internalTimestamps.updatedDate)}),
      version = ${endpoint.version}::int, changed_by = ${changedBy}
    ${where(scope, [isThis(endpoint.serviceId), Prisma.sql`version = ${expectedVersion}`])}`;

  return {
    async list() {
      const rows = await statements.rows<Row>(Prisma.sql`
        SELECT ${columns} FROM webhook_endpoints ${where(scope, [])} ORDER BY created_at DESC, service_id DESC`);
      return rows.map(toEndpoint);
    },

    async find(serviceId) {
      if (!isUuid(serviceId)) return null;
      const [row] = await statements.rows<Row>(Prisma.sql`
        SELECT ${columns} FROM webhook_endpoints ${where(scope, [isThis(serviceId)])}`);
      return row ? toEndpoint(row) : null;
    },

    insert(endpoint, secret) {
      const { serviceId, url, eventTypes, description, status, internalTimestamps } = endpoint;
      const at = timeOf(internalTimestamps.createdDate);
      const owned = Prisma.sql`SELECT count(*) FROM webhook_endpoints ${where(scope, [])}`;
      const inserted = Prisma.sql`
        INSERT INTO webhook_endpoints (tenant_id, service_id, url, event_types, description, status, secret, active_since,
          created_at, updated_at, changed_by)
        SELECT tenants.tenant_id, ${serviceId}::uuid, ${url}::text, ${[...eventTypes]}::text[], ${description}::text,
          ${status}::"WebhookStatus", ${cipher.seal(secret)}::text, ${at}, ${at}, ${at}, ${changedBy}
        FROM tenants WHERE tenants.tenant_id = ${tenantId} AND (${owned}) < ${gatewayLimits.webhooks.endpoints}`;
      return write(inserted, endpoint);
    },

    replace: (endpoint, expectedVersion) => write(update(endpoint, expectedVersion, Prisma.empty), endpoint),

    rotate(endpoint, expectedVersion, { secret, previousUntil }: SecretRotation) {
      const previous = previousUntil === null ? Prisma.sql`NULL` : Prisma.sql`secret`;
      const rotated = Prisma.sql`previous_secret = ${previous}, secret = ${cipher.seal(secret)},
        secret_number = secret_number + 1,`;
      return write(update(endpoint, expectedVersion, rotated), endpoint);
    },

    remove(serviceId, at) {
      if (!isUuid(serviceId)) return Promise.resolve(false);
      const thisOne = where(scope, [isThis(serviceId)]);
      return prisma.$transaction(async (unit) => {
        await unit.$queryRaw(lockTenant(scope));
        // The audit trail takes the author of the deletion from the row.
        await unit.$executeRaw`
          UPDATE webhook_endpoints SET changed_by = ${changedBy}, updated_at = greatest(updated_at, ${timeOf(at)}),
            version = version + 1 ${thisOne}`;
        if ((await unit.$executeRaw`DELETE FROM webhook_endpoints ${thisOne}`) === 0) return false;
        await unit.$executeRaw(endIdleFeed(scope));
        return true;
      });
    },
  };
}

function toEndpoint({ previousSecretUntil, failingSince, ...row }: Row): WebhookEndpoint {
  return {
    ...withTimes(row),
    previousSecretUntil: instantOf(previousSecretUntil),
    failingSince: instantOf(failingSince),
  };
}
