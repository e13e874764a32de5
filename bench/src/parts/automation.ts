import type { Flags } from '../flags.ts'
import { measureAlarm } from '../measures/alarm.ts'
import { measureFirings } from '../measures/scheduler.ts'
import { printTable, type Row } from '../table.ts'
import { withProduct } from './worlds.ts'

const SCENARIO_DEVICES_PER_HOME = 100

export async function benchScheduler({ scenarios }: Flags) {
  await withProduct(async (product) => {
    const devicesEach = Math.min(SCENARIO_DEVICES_PER_HOME, scenarios)
    const found = await measureFirings(product, { scenarios, devicesEach })
    const row = (figure: string, unit: string, value: number): Row => ({ figure, unit, product: [value] })
    printTable(`${found.due} scenarios that are due in the same minute`, [
      row('devices moved', '', found.moved),
      row('commanded to move more than once', '', found.twice),
      row('first command after due', 'ms', found.firstMs),
      row('thousandth', 'ms', found.thousandthMs),
      row('last', 'ms', found.lastMs),
      row('commands of others, p95 at rest', 'ms', found.othersAtRest),
      row('commands of others, p95 meanwhile', 'ms', found.othersMeanwhile),
      row('server, each', 'ms of processor', found.serverMs),
      row('database, each', 'ms of processor', found.databaseMs),
    ])
  })
}

const ALARM_SHADES = 500

export async function benchAlarm() {
  await withProduct(async (product) => {
    const found = await measureAlarm(product, { shades: ALARM_SHADES })
    const row = (figure: string, unit: string, value: number): Row => ({ figure, unit, product: [value] })
    printTable(`From a gust to the safety of ${found.shades} shades of one home`, [
      row('shades moved', '', found.moved),
      row('command on the wire, median', 'ms', found.medianMs),
      row('command on the wire, p99', 'ms', found.p99Ms),
      row('last', 'ms', found.lastMs),
    ])
  })
}
