// npm run dev: runs the source. A change in the server restarts the server. A change in the console or a page rebuilds
// that part and restarts the server, which reads the build at startup.
import { spawn } from 'node:child_process';
import { existsSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './generate.mjs';
import { buildConsole } from './console.mjs';
import { buildPages } from './pages.mjs';

const builds = [
  { name: 'console', source: 'src/web/console', build: () => buildConsole('dist/web/console') },
  // The guides are beside the code that they describe.
  {
    name: 'pages',
    source: 'src',
    isPart: (file) => file.startsWith(join('web', 'pages')) || file.endsWith('.md'),
    build: () => buildPages('dist/web/pages'),
  },
];
/** Written after each build, which restarts the server. */
const done = 'dist/web/built-at';

rmSync('dist/.stamp', { force: true }); // Marks the build of `npm start` as incomplete.
for (const one of builds) {
  await run(one);
  let pause;
  watch(one.source, { recursive: true }, (_, file) => {
    if (one.isPart && !one.isPart(file)) return;
    clearTimeout(pause);
    pause = setTimeout(() => run(one), 200);
  });
}

/** An error in the source stops the build, but not the server. */
async function run({ name, build }) {
  console.log(`Building the ${name} …`);
  await build().then(
    () => writeFileSync(done, new Date().toISOString()),
    (error) => console.error(error.message),
  );
}

if (existsSync('.env')) process.loadEnvFile('.env');
const tsx = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', '--include', done, 'src/main.ts'];
const server = spawn(process.execPath, tsx, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.once('close', (code) => process.exit(code ?? 0));
