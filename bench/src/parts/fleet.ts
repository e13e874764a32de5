import type { Flags } from '../flags.ts'
import { FLEET_CALLS, measureFleet } from '../measures/fleet.ts'
import { printTable } from '../table.ts'

const MIB = 2 ** 20

/** The column "product" is one home in a large database, the column "floor" one in an empty database. */
export async function benchFleet({ rounds, ...flags }: Flags) {
  const size = {
    devices: flags['fleet-devices'],
    accounts: flags['fleet-accounts'],
    activity: flags['fleet-activity'],
  }
  const { full, empty } = await measureFleet(size, rounds, (line) => process.stdout.write(`${line}\n`))
  const many = (count: number) => count.toLocaleString('en')
  printTable(
    `One home among ${many(size.devices)} devices, ${many(size.accounts)} accounts and ${many(size.activity)} entries (product) and alone (floor)`,
    [
      { figure: 'start', unit: 's', product: full.startS, floor: empty.startS },
      {
        figure: 'start, the server',
        unit: 's of processor',
        product: full.startProcessorS,
        floor: empty.startProcessorS,
      },
      {
        figure: 'memory at rest',
        unit: 'MiB',
        product: [full.memory / MIB],
        floor: [empty.memory / MIB],
        mark: { atMost: 1.2 },
      },
      ...FLEET_CALLS.map((name) => ({
        figure: name,
        unit: 'ms',
        product: full.calls[name],
        floor: empty.calls[name],
        mark: { atMost: 1.3 },
      })),
    ],
  )
}
