// Preloaded into a measured process: writes its largest resident size, in kilobytes, to the file named by PEAK_MEMORY_FILE.
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.PEAK_MEMORY_FILE, String(process.resourceUsage().maxRSS)));
