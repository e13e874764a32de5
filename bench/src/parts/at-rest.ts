import type { Flags } from '../flags.ts'
import { measureIdleDevices } from '../measures/idle-devices.ts'
import { measureStarts } from '../measures/start-up.ts'
import { printTable, type Row } from '../table.ts'
import { withWorlds } from './worlds.ts'

const MIB = 2 ** 20
const KIB = 2 ** 10

export async function benchIdle({ 'idle-devices': count }: Flags) {
  await withWorlds(async ({ product, floor }) => {
    const base = await measureIdleDevices(floor, { count })
    const made = await measureIdleDevices(product, { count })
    const row = (figure: string, unit: string, pick: (of: typeof base) => number): Row => ({
      figure,
      unit,
      product: [pick(made)],
      floor: [pick(base)],
    })
    printTable(`${count} idle devices`, [
      row('connected', '', ({ connected }) => connected),
      row('sign-ins', 'per s', ({ perSecond }) => perSecond),
      row('memory of the server, each', 'KiB', ({ bytesEach }) => bytesEach / KIB),
      row('server while nothing happens', '% of a processor', ({ idleShare }) => idleShare * 100),
      { figure: 'refused', unit: '', product: [made.refused] },
    ])
  })
}

export async function benchStarts({ rounds }: Flags) {
  const starts = await measureStarts(rounds)
  const memory = (name: keyof (typeof starts)[number]['memory'], kind: 'rss' | 'pss'): Row => ({
    figure: `${name}, ${kind.toUpperCase()} at rest`,
    unit: 'MiB',
    product: starts.map((start) => start.memory[name][kind] / MIB),
  })
  printTable('Start, and memory at rest with the demo home', [
    { figure: 'npm start to the first answer', unit: 's', product: starts.map(({ seconds }) => seconds) },
    memory('server', 'rss'),
    memory('server', 'pss'),
    memory('PostgreSQL', 'pss'),
    memory('simulator', 'pss'),
    memory('npm and supervisor', 'pss'),
  ])
}
