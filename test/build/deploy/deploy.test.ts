import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import {
  environmentOf,
  isFile,
  readComposition,
  readStages,
  root,
  textsOf,
  wordsOf,
} from '../../support/deployment.ts';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const packaging = readFileSync(`${root}src/build/package.mjs`, 'utf8');

describe('the Dockerfile', () => {
  const stages = readStages();
  const [build, image] = stages as [(typeof stages)[number], (typeof stages)[number]];

  it('builds with the scripts of the package, and runs on a Node that is supported', () => {
    expect(stages.map(({ from }) => from)).toEqual(['node:24-slim', 'node:24-slim']);
    const [run] = textsOf(build, 'RUN');
    const scripts = [...run!.matchAll(/npm run (\w+)/g)].map(([, name]) => name!);
    expect(scripts).toEqual(['package']);
    for (const name of scripts) expect(manifest.scripts).toHaveProperty(name);
    expect(run).toContain('npm ci');
  });

  it('copies what the package script has written, and starts it without a shell', () => {
    const [from] = /--from=(\w+)/.exec(textsOf(image, 'COPY').join())?.slice(1) ?? [];
    expect(from).toBe(build.as);
    expect(textsOf(image, 'COPY')).toEqual(['--from=build /app/production ./']);
    expect(packaging).toContain("process.argv[2] ?? 'production'");
    expect(wordsOf(image, 'CMD')).toEqual(manifest.scripts.start.split(' '));
  });

  it('runs as a user without rights, with settings that are read, and data in a volume', () => {
    expect(textsOf(image, 'USER')).toEqual(['node']);
    const settings = environmentOf(image);
    const config = readConfig(settings);
    expect([config.host, config.port]).toEqual(['0.0.0.0', Number(textsOf(image, 'EXPOSE')[0])]);
    expect(config.database).toMatchObject({ place: { directory: textsOf(image, 'VOLUME')[0] } });
    expect(textsOf(image, 'RUN').join()).toContain(`chown node:node ${settings.DATA_DIR}`);
  });

  it('sends neither packages nor secrets of this machine to the build', () => {
    const ignored = readFileSync(`${root}src/build/deploy/Dockerfile.dockerignore`, 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.data', '**/node_modules', 'dist']));
  });

  it('is refused by its reader with a line that is no instruction', () => {
    expect(() => readStages('FROM node:24\ncopy . .')).toThrow('No instruction: copy . .');
    expect(() => readStages('RUN true')).toThrow('Before the first FROM');
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = readComposition({ DATABASE_PASSWORD: 'secret' });
  const { tollgate, database } = services as Record<'tollgate' | 'database', (typeof services)[string]>;

  it('asks for a password', () => {
    expect(() => readComposition({})).toThrow('Set DATABASE_PASSWORD.');
  });

  it('builds the image of this folder', () => {
    const context = join('src/build/deploy', tollgate.build!.context);
    expect([context, isFile(join(context, tollgate.build!.dockerfile))]).toEqual(['.', true]);
  });

  it('gives the gateway settings that it reads, and the database that it starts first', () => {
    const config = readConfig(tollgate.environment);
    const { POSTGRES_USER: user, POSTGRES_PASSWORD: password } = database.environment;
    expect(config.database).toMatchObject({ kind: 'server', url: `postgres://${user}:${password}@database/tollgate` });
    expect(tollgate.ports).toEqual([`${config.port}:${config.port}`]);
    expect(tollgate.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(database.healthcheck!.test.slice(0, 2)).toEqual(['CMD', 'pg_isready']);
    expect(() => readConfig({ ...tollgate.environment, DATABASE_ULR: 'x' })).toThrow('did you mean DATABASE_URL');
  });

  it('gives the gateway time to stop, and keeps the data of the database', () => {
    const config = readConfig(tollgate.environment);
    expect(Number.parseInt(tollgate.stop_grace_period!, 10) * 1_000).toBeGreaterThan(config.shutdownGraceMs + 30_000);
    const named = (database.volumes ?? []).map((one) => one.split(':')[0]!);
    expect(named).toEqual(Object.keys(volumes));
  });
});
