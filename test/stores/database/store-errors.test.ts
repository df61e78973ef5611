import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../support/stores.ts';

describe('an error of our own', () => {
  it('is passed on unchanged', async () => {
    const { database, close } = await openTestStore();
    await expect(database.prisma.$queryRaw`SELECT nonsense`).rejects.toThrow('column "nonsense" does not exist');
    await expect(database.prisma.$queryRaw`SELECT nonsense`).rejects.not.toHaveProperty('issues');
    await close();
  });
});
