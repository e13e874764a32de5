import type { Flags } from '../flags.ts'
import { startHomeAssistant } from '../measures/home-assistant.ts'
import { measureRoundTrips } from '../measures/roundtrip.ts'
import { printTable } from '../table.ts'
import { withProduct } from './worlds.ts'

const DEVICES = 100
const REPORTING = 50
/** A bridge sends a device at most four commands a second, and twenty a second in all. */
const COMMAND_EVERY_MS = 300
/** Beyond four a second only the newest state of a moving device is published. */
const REPORTS_PER_SECOND = 2
const WARM_UP_S = 2

/** Home Assistant at the own broker: how fast devices and states are there, and commands back. */
export async function benchHomeAssistant({ rounds, seconds }: Flags) {
  await withProduct(async (world) => {
    const [home = []] = await world.addHomes(1, DEVICES)
    const [deviceId = ''] = home
    const native = (lasting: number) =>
      measureRoundTrips(world, {
        seats: [{ home, deviceId }],
        seconds: lasting,
        everyMs: COMMAND_EVERY_MS,
        isWhole: true,
      })
    const assistant = await startHomeAssistant(world.accountOf(home))
    const announced: number[] = []
    const states: Record<'p50' | 'p99' | 'lost', number[]> = { p50: [], p99: [], lost: [] }
    const trips: Record<'p50' | 'p99' | 'lost', number[]> = { p50: [], p99: [], lost: [] }
    const floor: Record<'p50' | 'p99', number[]> = { p50: [], p99: [] }
    for (let round = 0; round < rounds; round += 1) {
      await assistant.announce([])
      announced.push(await assistant.announce(home))
      const { p50, p99, lost } = await assistant.measureStates(world, home.slice(0, REPORTING), {
        perSecond: REPORTS_PER_SECOND,
        seconds,
      })
      states.p50.push(p50)
      states.p99.push(p99)
      states.lost.push(lost)
      await native(WARM_UP_S)
      const beside = await native(seconds)
      floor.p50.push(beside.p50)
      floor.p99.push(beside.p99)
      await assistant.measureRoundTrips(deviceId, { seconds: WARM_UP_S, everyMs: COMMAND_EVERY_MS })
      const trip = await assistant.measureRoundTrips(deviceId, { seconds, everyMs: COMMAND_EVERY_MS })
      trips.p50.push(trip.p50)
      trips.p99.push(trip.p99)
      trips.lost.push(trip.lost)
    }
    await assistant.stop()
    printTable(`Home Assistant, ${DEVICES} devices at the own broker; the floor of commands is the API`, [
      {
        figure: `${DEVICES} devices granted, to the last state`,
        unit: 's',
        product: announced,
        mark: { atMost: 1 },
      },
      { figure: 'a report, to its position there: p50', unit: 'ms', product: states.p50 },
      { figure: '… p99', unit: 'ms', product: states.p99, mark: { atMost: 50 } },
      { figure: '… lost', unit: '', product: states.lost },
      {
        figure: 'command round trip: p50',
        unit: 'ms',
        product: trips.p50,
        floor: floor.p50,
        mark: { atMost: 1.3 },
      },
      {
        figure: '… p99',
        unit: 'ms',
        product: trips.p99,
        floor: floor.p99,
        mark: { atMost: 1.3 },
      },
      { figure: '… lost', unit: '', product: trips.lost },
    ])
  })
}
