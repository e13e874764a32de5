import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Flags } from '../flags.ts'
import { measureRollOut, type RollOut } from '../measures/upgrades.ts'
import { startProductWorld } from '../product/product.ts'
import { printTable, type Row } from '../table.ts'

const UPGRADED_IN_EACH_HOME = 20
/** How much of the server log is printed after a failure. */
const SHOWN_LOG_CHARACTERS = 4_000
/** The failure rate that stops the second roll-out, in which every fifth upgrade fails. */
const STOP_AT_FAILURE_RATE = 0.05
const FAILING_EVERY = 5

/** Rolls out a firmware to a tenth of the devices, one that fails too often, and one that works: to half of them, then to all. */
export async function benchUpgrades({ upgrades }: Flags) {
  const folder = mkdtempSync(join(tmpdir(), 'senca-bench-firmware-'))
  const product = await startProductWorld({ FIRMWARE_DIR: folder })
  try {
    const homes = await product.addHomes(Math.ceil(upgrades / UPGRADED_IN_EACH_HOME), UPGRADED_IN_EACH_HOME)
    const rollOut = (version: string, rollout: object, failingEvery: number | null = null) =>
      measureRollOut(product, { homes, folder, version, rollout, failingEvery })
    const row = (figure: string, unit: string, value: number): Row => ({ figure, unit, product: [value] })
    const print = (name: string, { queued, sent, running, twice, seconds }: RollOut) =>
      printTable(`Upgrades of ${homes.flat().length} devices in ${homes.length} homes: ${name}`, [
        row('put in line', '', queued),
        row('sent', '', sent),
        row('running it', '', running),
        row('sent twice', '', twice),
        row('from the first call to the last', 's', seconds),
      ])
    print('to ten of a hundred', await rollOut('2.1.0', { percent: 10 }))
    print(
      `every ${FAILING_EVERY}th fails, stopped at ${STOP_AT_FAILURE_RATE * 100} of a hundred`,
      await rollOut('2.2.0', { stopAtFailureRate: STOP_AT_FAILURE_RATE }, FAILING_EVERY),
    )
    print('the next one to half of them', await rollOut('2.3.0', { percent: 50 }))
    print('and to all', await rollOut('2.3.0', { percent: 100 }))
  } catch (error) {
    process.stderr.write(product.log().slice(-SHOWN_LOG_CHARACTERS))
    throw error
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
