/** Prints how long the work took, in time and in processor time of this process. */
export async function printTime(work) {
  const cpu = process.cpuUsage();
  const begin = performance.now();
  await work();
  const wallMs = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
}
