import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import {
  environmentOf,
  isFile,
  isIgnored,
  readComposition,
  readManifest,
  readStages,
  root,
  type Service,
  textsOf,
  wordsOf,
} from '../../support/deployment.ts';
import { faultsOf } from '../../support/kubernetes-types.ts';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const guide = readFileSync(`${root}src/config/README.md`, 'utf8');
/** Memory of a gateway with a server database, according to the operations guide. */
const plannedMb = Number(/(\d+) MB with a server database/.exec(guide)![1]);
const packaging = readFileSync(`${root}src/build/package.mjs`, 'utf8');

describe('the Dockerfile', () => {
  const stages = readStages();
  const [build, image] = stages as [(typeof stages)[number], (typeof stages)[number]];

  it('builds with the scripts of the package, and runs on a Node that is supported', () => {
    expect(stages.map(({ from }) => from)).toEqual(['node:24-slim', 'node:24-slim']);
    expect(textsOf(build, 'RUN')).toEqual(['npm ci', 'npm run package']);
    expect(manifest.scripts).toHaveProperty('package');
  });

  it('installs packages before it copies the sources, so that a change of the sources installs nothing', () => {
    const steps = build.instructions.map(({ name, text }) => `${name} ${text}`);
    const before = textsOf(build, 'COPY').filter((text) => steps.indexOf(`COPY ${text}`) < steps.indexOf('RUN npm ci'));
    const copied = before.flatMap((text) => text.split(' ').slice(0, -1));
    const folders = Object.values<string>(manifest.devDependencies).flatMap((one) => /^file:(.+)/.exec(one)?.[1] ?? []);
    expect(copied).toEqual(['package.json', 'package-lock.json', '.npmrc', ...new Set(folders)]);
    expect(steps.indexOf('COPY . .')).toBeGreaterThan(steps.indexOf('RUN npm ci'));
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

  it('sends the build only the files that it reads, and no package, backup or secret of this machine', () => {
    const secret = [
      '.env',
      '.env.production',
      'src/.env',
      '.data/demo-client.json',
      '.git/config',
      'key.pem',
      'src/a.pem',
    ];
    const backups = ['tollgate-20261127190000.jsonl.gz', 'tollgate.jsonl', 'nightly/tollgate.dump', 'src/t.jsonl'];
    const made = [
      'node_modules/zod/index.js',
      'src/shops/node_modules/a.js',
      'dist/main.js',
      'src/stores/generated/a.ts',
    ];
    expect([...secret, ...backups, ...made].filter((path) => !isIgnored(path))).toEqual([]);
    const [, listed] = /const copied = \[([^\]]*)\]/.exec(packaging)!;
    const packaged = [...listed!.matchAll(/'([^']+)'/g)].map(([, path]) => path!).filter((path) => path !== 'dist');
    const read = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'prisma.config.ts', 'src/main.ts'];
    expect([...packaged, ...read, 'prisma/unused/package.json'].filter(isIgnored)).toEqual([]);
    expect(packaged).toContain('prisma/migrations');
  });

  it('is refused by its reader with a line that is no instruction', () => {
    expect(() => readStages('FROM node:24\ncopy . .')).toThrow('No instruction: copy . .');
    expect(() => readStages('RUN true')).toThrow('Before the first FROM');
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = readComposition({ DATABASE_PASSWORD: 'secret' });
  const { proxy, tollgate, database } = services as Record<'proxy' | 'tollgate' | 'database', Service>;

  it('requires a password', () => {
    expect(() => readComposition({})).toThrow('Set DATABASE_PASSWORD.');
  });

  it('builds the image of this folder', () => {
    const context = join('src/build/deploy', tollgate.build!.context);
    expect([context, isFile(join(context, tollgate.build!.dockerfile))]).toEqual(['.', true]);
  });

  it('passes only known settings to the gateway, and starts its database first', () => {
    const config = readConfig(tollgate.environment);
    const { POSTGRES_USER: user, POSTGRES_PASSWORD: password } = database.environment;
    expect(config.database).toMatchObject({ kind: 'server', url: `postgres://${user}:${password}@database/tollgate` });
    expect(tollgate.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(database.healthcheck!.test.slice(0, 2)).toEqual(['CMD', 'pg_isready']);
    expect(() => readConfig({ ...tollgate.environment, DATABASE_ULR: 'x' })).toThrow('did you mean DATABASE_URL');
  });

  it('allows the gateway time to stop, and keeps the data of the database', () => {
    const config = readConfig(tollgate.environment);
    expect(Number.parseInt(tollgate.stop_grace_period!, 10) * 1_000).toBeGreaterThan(config.shutdownGraceMs + 30_000);
    const mounted = [proxy, database].flatMap((one) => one.volumes ?? []).filter((one) => !one.startsWith('.'));
    expect(mounted.map((one) => one.split(':')[0])).toEqual(Object.keys(volumes));
  });

  it('allows only the proxy to reach the gateway, which reads the address added by the proxy', () => {
    const config = readConfig(tollgate.environment);
    const caddyfile = readFileSync(`${root}src/build/deploy/Caddyfile`, 'utf8');
    expect([tollgate.ports, tollgate.expose]).toEqual([undefined, [String(config.port)]]);
    expect(proxy.ports).toContain('443:443');
    expect(caddyfile).toContain(`reverse_proxy tollgate:${config.port} {`);
    expect([config.http.trustedProxies, config.http.publicUrl]).toEqual([1, `https://${proxy.environment.DOMAIN}`]);
    const [, seconds] = /keepalive (\d+)s/.exec(caddyfile)!;
    expect(Number(seconds) * 1_000).toBeLessThan(config.keepAliveTimeoutMs);
  });

  it('runs the gateway without rights, with the memory of the guide, on the PostgreSQL of the tests', () => {
    expect(tollgate).toMatchObject({ read_only: true, cap_drop: ['ALL'], mem_limit: `${2 * plannedMb}m` });
    const [, tested] = /PostgreSQL (\d+) and Citus/.exec(guide)!;
    expect(database.image).toBe(`postgres:${tested}`);
  });
});

describe('kubernetes.yaml', () => {
  const objects = readManifest();
  const {
    Job: job,
    Deployment: deployment,
    PodDisruptionBudget: budget,
    Service: service,
  } = objects as Record<
    string,
    // biome-ignore lint/suspicious/noExplicitAny: The first test holds the objects to their published types.
    any
  >;
  const gateway = deployment.spec.template.spec.containers[0];
  const settings = {
    ...environmentOf(readStages().at(-1)!),
    DATABASE_URL: 'postgres://a:b@c/d',
    ...Object.fromEntries(gateway.env.map(({ name, value }: Record<string, string>) => [name, value])),
  };

  it('has the published types of Kubernetes', () => {
    const kinds = ['Job', 'Deployment', 'PodDisruptionBudget', 'Service'];
    expect(Object.keys(objects)).toEqual(kinds);
    expect(kinds.flatMap((kind) => faultsOf(objects[kind], kind))).toEqual([]);
    const { containers } = job.spec.template.spec;
    const wrong = { spec: { containers: [{ ...containers[0], name: 1, command: 'x', livenesProbe: {} }], nodes: 3 } };
    expect(faultsOf({ ...job, spec: { template: wrong } }, 'Job')).toEqual([
      'Job.spec.template.spec.containers[0].name is no string',
      'Job.spec.template.spec.containers[0].command is no Array<string>',
      'Job.spec.template.spec.containers[0].livenesProbe is unknown',
      'Job.spec.template.spec.nodes is unknown',
    ]);
    expect(faultsOf({ ...job, spec: {} }, 'Job')).toEqual(['Job.spec.template is missing']);
  });

  it('migrates with the image of the gateway and the command of the package', () => {
    const { containers } = job.spec.template.spec;
    expect(containers[0].command).toEqual(['node', manifest.bin.tollgate, 'migrate']);
    for (const one of [containers[0], gateway]) expect(one.image).toMatch(`/tollgate:${manifest.version}`);
    expect(containers[0].envFrom).toEqual(gateway.envFrom);
  });

  it('probes the port and the paths of the gateway, and scrapes its metrics', () => {
    const config = readConfig(settings);
    expect(gateway.ports.map((port: { containerPort: number }) => port.containerPort)).toEqual([
      config.port,
      config.metricsPort,
    ]);
    expect(config.metricsHost).toBe('0.0.0.0');
    expect(deployment.spec.template.metadata.annotations).toEqual({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': String(config.metricsPort),
      'prometheus.io/path': '/metrics',
    });
    const probed = [gateway.startupProbe, gateway.livenessProbe, gateway.readinessProbe];
    expect(probed.map(({ httpGet }) => httpGet)).toEqual([
      { path: '/health/live', port: 'http' },
      { path: '/health/live', port: 'http' },
      { path: '/health/ready', port: 'http' },
    ]);
    // Readiness takes up to two seconds to find that the store is slow.
    for (const { timeoutSeconds } of probed) expect(timeoutSeconds).toBeGreaterThan(2);
    expect(service.spec.ports[0].targetPort).toBe('http');
  });

  it('replaces replicas one after the other, with time to stop', () => {
    const { spec } = deployment;
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(spec.replicas).toBeGreaterThan(budget.spec.maxUnavailable);
    const { terminationGracePeriodSeconds: seconds } = spec.template.spec;
    expect(seconds * 1_000).toBeGreaterThan(readConfig(settings).shutdownGraceMs + 30_000);
    const { labels } = spec.template.metadata;
    for (const selector of [spec.selector.matchLabels, budget.spec.selector.matchLabels, service.spec.selector]) {
      expect(selector).toEqual(labels);
    }
    expect(job.spec.template.metadata.labels).not.toEqual(labels);
  });

  it('runs without rights, with the memory of the guide', () => {
    for (const { spec } of [job.spec.template, deployment.spec.template]) {
      const [container] = spec.containers;
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.requests.memory).toBe(`${plannedMb}M`);
      expect(container.resources.limits.memory).toBe(`${2 * plannedMb}M`);
    }
  });
});
