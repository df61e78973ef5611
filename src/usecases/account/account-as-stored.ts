import { AppError } from '../../domain/base/errors.ts';
import type { RecentAccount } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';

/** Reads the account without a cache, for background work. */
export function accountAsStored({ account, nexus }: Pick<TenantStores, 'account' | 'nexus'>): RecentAccount {
  return {
    async settings() {
      const tenant = await account.find();
      if (!tenant) throw new AppError('NOT_FOUND', 'Account not found.');
      return tenant.settings;
    },
    declarations: () => nexus.list(),
    forget() {},
  };
}
