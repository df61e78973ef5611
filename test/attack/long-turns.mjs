// Loaded into an attacked gateway: tells of each turn of the event loop that took long. Processor time, all threads
// together, does not depend on what else the machine does.
let before = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  const turnMs = Math.round((user + system) / 1000);
  if (turnMs > 100) process.stderr.write(`${JSON.stringify({ turnMs })}\n`);
}, 5).unref();
