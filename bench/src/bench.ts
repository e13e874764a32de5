import { cpus, loadavg, totalmem } from 'node:os'
import { type Part, readFlags } from './flags.ts'
import { printSunYear } from './measures/sun-year.ts'
import { benchIdle, benchStarts } from './parts/at-rest.ts'
import { benchAlarm, benchScheduler } from './parts/automation.ts'
import { benchBridges } from './parts/bridges.ts'
import { benchFleet } from './parts/fleet.ts'
import { benchHardware } from './parts/hardware.ts'
import { benchInstances } from './parts/instances.ts'
import { benchPocket } from './parts/pocket.ts'
import { benchRevocations, benchRoles } from './parts/sharing.ts'
import { benchStorms } from './parts/storms.ts'
import { benchFanOut, benchRoundTrips } from './parts/traffic.ts'
import { benchUpgrades } from './parts/upgrades.ts'

// Measures the cost of the main tasks and compares it with a minimal implementation ("floor"): `npm run bench -- --only roundtrip
// --rounds 5`.
const flags = readFlags(process.argv.slice(2))
const GIB = 2 ** 30

const bench: Record<Part, (asked: typeof flags) => Promise<void>> = {
  roundtrip: benchRoundTrips,
  'fan-out': benchFanOut,
  idle: benchIdle,
  start: benchStarts,
  storm: benchStorms,
  scheduler: benchScheduler,
  alarm: benchAlarm,
  upgrades: benchUpgrades,
  revoke: benchRevocations,
  roles: benchRoles,
  sun: printSunYear,
  async fleet(asked) {
    await benchFleet(asked)
    await benchInstances(asked)
  },
  instances: benchInstances,
  hardware: benchHardware,
  bridges: benchBridges,
  pocket: benchPocket,
}

const [processor] = cpus()
const [load = 0] = loadavg()
process.stdout.write(
  `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / GIB)} GiB, Node ${process.versions.node}, ` +
    `load ${load.toFixed(1)} before; medians of ${flags.rounds} rounds with their spread\n`,
)
for (const part of flags.only) await bench[part](flags)
