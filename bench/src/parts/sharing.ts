import type { Flags } from '../flags.ts'
import { measureRevocations } from '../measures/revocations.ts'
import { measureSharedLists, type SharedLists } from '../measures/shared-lists.ts'
import { percentile } from '../percentiles.ts'
import { printTable, type Row } from '../table.ts'

export async function benchRevocations({ revocations }: Flags) {
  const { cuts, answered, lost, overheard } = await measureRevocations(revocations)
  const rows = ({ what, took }: { what: string; took: readonly number[] }): Row[] =>
    [
      { part: 'p50', share: 0.5 },
      { part: 'p99', share: 0.99 },
      { part: 'last', share: 1 },
    ].map(({ part, share }) => ({
      figure: `${what}, ${part}`,
      unit: 'ms',
      product: [percentile([...took], share)],
    }))
  printTable(`${revocations} revocations, from the call to its end for who loses the device`, [
    ...rows({ what: 'open socket', took: cuts.socket }),
    ...rows({ what: 'running command', took: cuts.command }),
    ...rows({ what: 'device list', took: cuts.list }),
    ...rows({ what: 'scenario', took: cuts.scenario }),
    ...rows({ what: 'answered', took: answered }),
    { figure: 'never ended', unit: '', product: [lost] },
    { figure: 'received by an older token', unit: '', product: [overheard] },
  ])
}

/** The column "product" is the shared devices, the column "floor" the caller's own devices. */
export async function benchRoles({ rounds, 'role-devices': devices }: Flags) {
  const found: SharedLists = await measureSharedLists(devices, rounds)
  const row = (figure: keyof SharedLists['own'][number]): Row => ({
    figure,
    unit: 'ms',
    product: found.shared.map((times) => times[figure]),
    floor: found.own.map((times) => times[figure]),
    mark: { atMost: 1.3 },
  })
  printTable(`${found.devices} devices, shared by 20 roles each (product) and one’s own (floor)`, [
    row('list'),
    row('info'),
  ])
}
