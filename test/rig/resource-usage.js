// Preloaded into a measured process: writes what it needed to the file named by USAGE_FILE.
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = {
    peakMegabytes: peakKilobytes() / 1024,
    seconds: performance.now() / 1000,
    processorSeconds: (userCPUTime + systemCPUTime) / 1e6,
  };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});

// The maxRSS of a process counts the memory of the one that started it, so Linux is asked for its own.
function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}
