import { LIMITS } from '@senca/contract'
import { scenarioHistorySchema, scenarioSchema } from '@senca/contract/automation'
import type { Account } from '../account.ts'
import type { SentCommands } from './sent-commands.ts'

const MINUTE_MS = 60_000
/** A scenario must exist this long before its time. */
const AHEAD_MS = 20_000
/** Even and odd minutes have different positions, so that a shade that was not moved is never where it should be. */
const POSITIONS = [0.6, 0.3] as const
/** A firing is over this long after its time in any case: claimed within 30 s, and its commands answered. */
const OVER_AFTER_MS = 50_000

interface Timed {
  id: string
  deviceId: string
  position: number
  /** Minutes, as ms, whose firings have not been compared yet. */
  minutes: number[]
}

export interface TimedScenarios {
  /** Creates scenarios that fire each minute until at least this time. */
  cover(untilMs: number): Promise<void>
  /** Compares all firings that must be over. */
  verify(): Promise<void>
  /** When the last firing that is due by now will be over. */
  lastDueMs(nowMs: number): number
  /** The number of firings by outcome and error code. */
  report(): { due: number; outcomes: Map<string, number>; mostLateMs: number }
  drainFaults(): string[]
}

/**
 * Scenarios that fire each minute, each with its own devices: each firing must exist exactly once and move its device at most
 * once.
 */
export function createTimedScenarios(
  account: Account,
  deviceIds: readonly string[],
  sent: SentCommands,
): TimedScenarios {
  const scenarios: Timed[] = []
  let coveredMs = 0
  let faults: string[] = []
  const figures = { due: 0, outcomes: new Map<string, number>(), mostLateMs: 0 }

  const make = async (deviceId: string, position: number, minutes: number[]): Promise<void> => {
    const triggers = minutes
      .map((ms) => new Date(ms))
      .map((at) => ({ type: 'TimeOfDay', hour: at.getUTCHours(), minute: at.getUTCMinutes() }))
    const made = await account.ask('POST', '/api/v1/scenario/create', {
      name: `${(minutes[0] ?? 0) / MINUTE_MS} ${deviceId.slice(0, 8)}`,
      enabled: true,
      targets: [deviceId],
      triggers,
      actions: [{ type: 'MoveSelf', position }],
      catchUp: 'latest',
    })
    if (made.kind !== 'answered' || made.status !== 200)
      throw new Error(`no scenario: ${JSON.stringify(made)}`)
    scenarios.push({ id: scenarioSchema.parse(made.body).id, deviceId, position, minutes })
  }

  const compare = async ({ id, deviceId, position, minutes }: Timed, overMs: number[]): Promise<void> => {
    const history = scenarioHistorySchema.parse(
      await account.read(`/api/v1/scenario/history?id=${id}&limit=100`),
    )
    for (const minute of overMs) {
      const due = new Date(minute).toISOString()
      const [firing, ...others] = history.filter(({ dueAt }) => dueAt === due)
      // Until the next firing, because each of them may be late.
      const fromMs = firing === undefined ? minute : Date.parse(firing.at)
      const laterMs = history.map(({ at }) => Date.parse(at)).filter((ms) => ms > fromMs)
      const untilMs = Math.min(fromMs + OVER_AFTER_MS, ...laterMs)
      const moves = sent
        .to(deviceId)
        .filter((each) => each.command === 'move' && each.position === position * 100)
        .filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
      const what = `the firing of ${deviceId} at ${due}`
      figures.due += 1
      if (firing === undefined) faults.push(`${what} is lost; ${moves.length} moves were sent`)
      else {
        const codes = firing.results.flatMap((result) => (result.status === 'error' ? result.error : []))
        const outcome = [firing.outcome, ...codes].join(' ')
        figures.outcomes.set(outcome, (figures.outcomes.get(outcome) ?? 0) + 1)
        figures.mostLateMs = Math.max(figures.mostLateMs, Date.parse(firing.at) - minute)
        if (firing.outcome === 'done' && moves.length === 0 && sent.sawAll(fromMs, fromMs + OVER_AFTER_MS))
          faults.push(`${what} is done, and nothing was sent`)
      }
      if (others.length > 0) faults.push(`${what} is there ${others.length + 1} times`)
      if (moves.length > 1) faults.push(`${what} was sent ${moves.length} times`)
    }
    const compared = new Set(overMs)
    minutes.splice(0, minutes.length, ...minutes.filter((each) => !compared.has(each)))
  }

  return {
    async cover(untilMs) {
      while (coveredMs < untilMs) {
        const first = Math.max(coveredMs, Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS)
        const count = LIMITS.TIME_TRIGGERS * POSITIONS.length
        const minutes = Array.from({ length: count }, (_, n) => first + n * MINUTE_MS)
        for (const deviceId of deviceIds)
          for (const [nth, position] of POSITIONS.entries())
            await make(
              deviceId,
              position,
              minutes.filter((_, n) => n % POSITIONS.length === nth),
            )
        coveredMs = first + count * MINUTE_MS
      }
    },
    async verify() {
      const overMs = Date.now() - OVER_AFTER_MS
      for (const timed of scenarios) {
        const over = timed.minutes.filter((minute) => minute <= overMs)
        if (over.length > 0) await compare(timed, over)
      }
    },
    lastDueMs: (nowMs) => Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + OVER_AFTER_MS,
    report: () => figures,
    drainFaults() {
      const taken = faults
      faults = []
      return taken
    },
  }
}
