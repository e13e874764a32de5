import { LIMITS } from '@senca/contract'
import { scenarioHistorySchema, scenarioSchema } from '@senca/contract/automation'
import type { Account } from '../account.ts'
import type { Ledger } from '../ledger.ts'
import { resultsVerdict } from '../results-verdict.ts'
import { sleep, type Worker } from '../soak-home.ts'
import type { SentCommands } from './sent-commands.ts'

const EVERY_MS = 2_500

/**
 * Runs a scenario manually again and again: each acknowledged run must cause exactly one firing, and no run may send two
 * commands.
 */
export async function createTapper(
  account: Account,
  { ledger, deviceId, sent }: { ledger: Ledger; deviceId: string; sent: SentCommands },
): Promise<Worker> {
  const made = await account.ask('POST', '/api/v1/scenario/create', {
    name: `tap ${deviceId.slice(-8)}`,
    enabled: true,
    targets: [deviceId],
    triggers: [],
    actions: [{ type: 'MoveSelf', position: 0.4 }],
  })
  if (made.kind !== 'answered' || made.status !== 200) throw new Error(`no scenario: ${JSON.stringify(made)}`)
  const { id } = scenarioSchema.parse(made.body)
  const runs = `runs of ${deviceId}`
  let asked = 0
  let acknowledged = 0

  /** The counted number must be within these limits. */
  const judge = (cell: string, counted: number, least: number, most: number): void => {
    ledger.know(cell, counted >= least && counted <= most ? String(counted) : `${least} to ${most}`)
    ledger.judge(cell, String(counted))
  }

  return {
    name: `taps of ${deviceId}`,
    async step() {
      // The scenario history contains no more entries than this.
      if (asked === LIMITS.SCENARIO_HISTORY) return
      asked += 1
      const run = () => account.ask('POST', '/api/v1/scenario/run', { id })
      const verdict = await ledger.write(runs, String(asked), run, resultsVerdict)
      if (verdict === 'done') acknowledged += 1
      await sleep(EVERY_MS)
    },
    async verify() {
      const path = `/api/v1/scenario/history?id=${id}&limit=${LIMITS.SCENARIO_HISTORY}`
      judge(runs, scenarioHistorySchema.parse(await account.read(path)).length, acknowledged, asked)
      const moves = sent.to(deviceId).filter(({ command }) => command === 'move').length
      judge(`commands of ${runs}`, moves, 0, asked)
    },
  }
}
