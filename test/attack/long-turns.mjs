// Loaded into an attacked gateway: reports each long turn of the event loop. Measures processor time of all threads, which
// does not depend on other work on the machine.
let before = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  const turnMs = Math.round((user + system) / 1000);
  if (turnMs > 100) process.stderr.write(`${JSON.stringify({ turnMs })}\n`);
}, 5).unref();
