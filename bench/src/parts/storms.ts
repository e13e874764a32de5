import type { Flags } from '../flags.ts'
import { measureDeviceStorm, measureSocketStorm } from '../measures/reconnect-storm.ts'
import { printTable } from '../table.ts'
import { withProduct } from './worlds.ts'

/** Devices continue to report for this long after the sockets were cut. */
const STORM_S = 5
const STORM_SOCKETS_PER_HOME = 20
const STORM_DEVICES_PER_HOME = 20

export async function benchStorms({ sockets }: Flags) {
  await withProduct(async (product) => {
    const homes = await product.addHomes(Math.ceil(sockets / STORM_SOCKETS_PER_HOME), STORM_DEVICES_PER_HOME)
    const pages = await measureSocketStorm(product, homes, { sockets, seconds: STORM_S })
    const devices = await measureDeviceStorm(product, homes)
    for (const [title, storm] of [
      ['websockets', pages],
      ['device connections', devices],
    ] as const) {
      printTable(`${storm.sockets} ${title} dropped at once`, [
        { figure: 'half of them back', unit: 's', product: [storm.halfMs / 1_000] },
        { figure: 'all back', unit: 's', product: [storm.allMs / 1_000] },
        { figure: 'connections that were tried again', unit: '', product: [storm.failedTries] },
        { figure: 'lost', unit: '', product: [storm.lost] },
        { figure: 'with a wrong last state', unit: '', product: [storm.wrong] },
      ])
    }
  })
}
