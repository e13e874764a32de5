import type { BridgeCreateRequest } from '@senca/contract/bridges'
import type { Flags } from '../flags.ts'
import { type AtRest, measureAtRest } from '../measures/at-rest.ts'
import { printTable, type Row } from '../table.ts'
import { withProduct } from './worlds.ts'

const MIB = 2 ** 20
const DEVICES = 20
/** The e-mail and the notification about an app are posted by then. */
const SETTLE_MS = 20_000

const KINDS = {
  'Home Assistant': { kind: 'home-assistant', options: { broker: 'own' } },
  script: { kind: 'script' },
  agent: { kind: 'agent' },
} as const satisfies Record<string, Pick<BridgeCreateRequest, 'kind' | 'options'>>

/** What a connected app costs that nobody uses: the floor is an account without one, in the same round. */
export async function benchUnusedBridges({ rounds, seconds }: Flags) {
  await withProduct(async (world) => {
    const [home = []] = await world.addHomes(1, DEVICES)
    const account = world.accountOf(home)
    const grants = Object.fromEntries(home.map((id) => [id, { permissions: ['command'] }]))
    const measure = () => measureAtRest(world, { settleMs: SETTLE_MS, seconds })
    const make = async (name: string, kind: (typeof KINDS)[keyof typeof KINDS]) => {
      const made: unknown = await account.post('bridge/create', { name: `Bench ${name}`, ...kind, grants })
      const { id }: { id: string } = Object(made)
      return { remove: () => account.post('bridge/delete', { id }) }
    }
    const found = new Map<string, { none: AtRest; made: AtRest }[]>()
    // What the start and a first app need once is no cost of this one.
    await (await make('first', KINDS.script)).remove()
    await measure()
    for (let round = 0; round < rounds; round += 1)
      for (const [name, kind] of Object.entries(KINDS)) {
        const none = await measure()
        const bridge = await make(name, kind)
        const made = await measure()
        await bridge.remove()
        found.set(name, [...(found.get(name) ?? []), { none, made }])
      }
    const rowsOf = (name: string, pairs: readonly { none: AtRest; made: AtRest }[]): Row[] => {
      const beside = (figure: string, of: (one: AtRest) => number, atMost: number): Row => ({
        figure: `${name}: ${figure}`,
        unit: '',
        product: pairs.map(({ made }) => of(made)),
        floor: pairs.map(({ none }) => of(none)),
        mark: { atMost },
      })
      return [
        beside('processes', ({ processes }) => processes, 1),
        {
          figure: `${name}: memory beside none`,
          unit: 'MiB',
          product: pairs.map(({ none, made }) => (made.memory - none.memory) / MIB),
          mark: { atMost: 1 },
        },
        beside('wakes a second', ({ wakesPerSecond }) => wakesPerSecond, 1.1),
        beside('queries a second', ({ queriesPerSecond }) => queriesPerSecond, 1.1),
      ]
    }
    printTable(
      `A connected app with ${DEVICES} devices that nobody uses; the floor is none`,
      [...found].flatMap(([name, pairs]) => rowsOf(name, pairs)),
    )
  })
}
