import type { Account } from '../account.ts'
import { isDone } from '../results-verdict.ts'
import { sleep, type Worker } from '../soak-home.ts'
import type { SentCommands } from './sent-commands.ts'

/** Positions with two decimals, in an order in which consecutive ones are far apart. */
const POSITIONS = 10_001
const STRIDE = 3_701
const EVERY_MS = 150

interface Asked {
  deviceId: string
  position: number
  isAcknowledged: boolean
  fromMs: number
  toMs: number
}

/** Faults: moves that were sent twice, or acknowledged and never sent. */
export interface CountedMoves {
  workers: Worker[]
  acknowledged(): number
  drainFaults(): string[]
}

/** Each move has a unique position, so that a request that causes two commands is detected, whatever their ids are. */
export function createCountedMoves(
  account: Account,
  deviceIds: readonly string[],
  sent: SentCommands,
): CountedMoves {
  let asked: Asked[] = []
  let faults: string[] = []
  let acknowledged = 0
  let serial = 0

  const move = async (deviceId: string): Promise<void> => {
    serial += 1
    const position = ((serial * STRIDE) % POSITIONS) / 100
    const fromMs = Date.now()
    const commands = [{ token: deviceId, command: 'move', position }]
    const isAcknowledged = isDone(await account.ask('POST', '/api/v1/device/move', { commands }))
    if (isAcknowledged) acknowledged += 1
    asked.push({ deviceId, position, isAcknowledged, fromMs, toMs: Date.now() })
    await sleep(EVERY_MS)
  }

  const compare = ({ deviceId, position, isAcknowledged, fromMs, toMs }: Asked): void => {
    const found = sent
      .to(deviceId)
      .filter((each) => each.command === 'move' && each.position === position && each.atMs >= fromMs)
    const what = `a move of ${deviceId} to ${position}`
    if (found.length > 1) faults.push(`${what} was sent ${found.length} times`)
    if (isAcknowledged && found.length === 0 && sent.sawAll(fromMs, toMs))
      faults.push(`${what} was acknowledged and never sent`)
  }

  return {
    workers: deviceIds.map((deviceId) => ({
      name: `counted moves of ${deviceId}`,
      step: () => move(deviceId),
      async verify() {
        for (const each of asked) compare(each)
        asked = []
      },
    })),
    acknowledged: () => acknowledged,
    drainFaults() {
      const taken = faults
      faults = []
      return taken
    },
  }
}
