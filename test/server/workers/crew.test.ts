import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCrew } from '../../../src/server/workers/crew.ts';

it('a worker that dies while several messages are sent to it is replaced once', async () => {
  vi.useFakeTimers();
  const forked: EventEmitter[] = [];
  const fork = vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = Object.assign(new EventEmitter(), { process: { pid: 1, send: () => true } });
    forked.push(worker);
    return worker as unknown as Worker;
  });
  onTestFinished(() => {
    fork.mockRestore();
    vi.useRealTimers();
  });
  const log = { info: () => {}, error: vi.fn() };
  const crew = createCrew({ size: 1, log, onStarted: () => {}, onMessage: () => {}, onEnded: () => {} });
  const started = crew.start();
  forked[0]!.emit('message', { kind: 'ready', url: 'http://localhost:4000' });
  await started;
  for (let message = 0; message < 2; message++) forked[0]!.emit('error', new Error('write EPIPE'));
  forked[0]!.emit('exit', null, 'SIGKILL');
  vi.advanceTimersByTime(1_000);
  expect(forked).toHaveLength(2);
  expect(log.error).toHaveBeenCalledOnce();
});
