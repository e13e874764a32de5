import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { Clock } from '#platform/clock.ts'
import { TokenBucket } from '#platform/token-bucket.ts'
import { type Part, partOf, type SentCommand } from './command-goal.ts'

/** Commands of a bridge, counted per device [BR13]. */
const BUDGET = { burst: 60, ratePerSecond: 20 }
const MAX_BUDGETS = 1_000
/** At most one command to a device in this time [BR11]. */
const EVERY_MS = 250
/** How long a position waits for a tilt, and the other way round, at a device with both [BR11]. */
const OTHER_AXIS_MS = 150

type Send = (command: SentCommand) => Promise<DeviceOutcome>

interface Waiting {
  command: SentCommand
  send: Send
  dueMs: number
  outcome: Promise<DeviceOutcome>
  settle(outcome: DeviceOutcome | Promise<DeviceOutcome>): void
}

/** The commands of one bridge to one device. */
interface Lane {
  nextMs: number
  waiting: Map<Part, Waiting>
  cancel(): void
}

interface PacedCommand {
  bridgeId: string
  deviceId: string
  command: SentCommand
  /** Whether the device moves along two axes. */
  hasTwoAxes: boolean
}

/** What is stopped, locked or unlocked never waits. */
const isAtOnce = ({ command }: SentCommand): boolean =>
  command === 'abort' || command === 'lock' || command === 'unlock'

const axesOf = (command: SentCommand): number =>
  command.command === 'move'
    ? Number(command.position !== undefined) + Number(command.inclination !== undefined)
    : 0

/** One move for both, if the newer one leaves an axis to the waiting one; null if it replaces it. */
function merged(waiting: SentCommand, newer: SentCommand): SentCommand | null {
  if (waiting.command !== 'move' || newer.command !== 'move') return null
  const both = { ...waiting, ...newer }
  return axesOf(both) > axesOf(newer) ? both : null
}

/**
 * Paces what bridges send. Of commands to one part of a device the newest replaces the one that waits, which ends as replaced; the
 * first is sent at once and the last always.
 */
export function createBridgePacing({ clock }: { clock: Pick<Clock, 'after' | 'now'> }) {
  const budgetById = new Map<string, TokenBucket>()
  const laneByKey = new Map<string, Lane>()
  const nowMs = () => clock.now().getTime()

  const budgetOf = (bridgeId: string): TokenBucket => {
    if (budgetById.size > MAX_BUDGETS)
      for (const [id, budget] of budgetById)
        if (budget.available(nowMs()) >= BUDGET.burst) budgetById.delete(id)
    const budget = budgetById.get(bridgeId) ?? new TokenBucket(BUDGET, nowMs())
    budgetById.set(bridgeId, budget)
    return budget
  }

  const replace = (lane: Lane, deviceId: string, part: Part) => {
    lane.waiting.get(part)?.settle({ deviceId, ok: false, error: 'device_update_failed', detail: 'replaced' })
    lane.waiting.delete(part)
  }

  /** Sends what is due, the one that waited longest first, and comes back for the rest. */
  const run = (key: string, lane: Lane) => {
    lane.cancel()
    const now = nowMs()
    const [next] = [...lane.waiting].sort(([, a], [, b]) => a.dueMs - b.dueMs)
    if (next !== undefined && now >= Math.max(next[1].dueMs, lane.nextMs)) {
      const [part, waiting] = next
      lane.waiting.delete(part)
      lane.nextMs = now + EVERY_MS
      waiting.settle(waiting.send(waiting.command))
    }
    const soonest = Math.min(...[...lane.waiting.values()].map(({ dueMs }) => dueMs))
    const atMs = lane.waiting.size === 0 ? lane.nextMs : Math.max(soonest, lane.nextMs)
    if (lane.waiting.size === 0 && atMs <= now) laneByKey.delete(key)
    else lane.cancel = clock.after(atMs - now, () => run(key, lane))
  }

  return {
    /** Takes so many commands from the budget of a bridge; false if it has sent too many. */
    take(bridgeId: string, count = 1): boolean {
      const budget = budgetOf(bridgeId)
      // As many as fit into a full budget, so that a scenario of more devices can run at all.
      if (budget.available(nowMs()) < Math.min(count, BUDGET.burst)) return false
      budget.take(count, nowMs())
      return true
    },

    /** Sends a command when it is its turn. Resolves with its outcome, also that of a move that it became a part of. */
    send({ bridgeId, deviceId, command, hasTwoAxes }: PacedCommand, send: Send): Promise<DeviceOutcome> {
      const key = `${bridgeId} ${deviceId}`
      const lane = laneByKey.get(key) ?? { nextMs: 0, waiting: new Map(), cancel: () => {} }
      const part = partOf(command)
      if (isAtOnce(command)) {
        // What was asked before a stop must not come after it.
        if (command.command === 'abort') replace(lane, deviceId, part)
        return send(command)
      }
      laneByKey.set(key, lane)
      const before = lane.waiting.get(part)
      const both = before === undefined ? null : merged(before.command, command)
      if (before !== undefined && both !== null) {
        before.command = both
        before.send = send
        return before.outcome
      }
      replace(lane, deviceId, part)
      const now = nowMs()
      const dueMs = before?.dueMs ?? now + (hasTwoAxes && axesOf(command) === 1 ? OTHER_AXIS_MS : 0)
      let settle: Waiting['settle'] = () => {}
      const outcome = new Promise<DeviceOutcome>((resolve) => {
        settle = resolve
      })
      lane.waiting.set(part, { command, send, dueMs, outcome, settle })
      run(key, lane)
      return outcome
    },
  }
}

export type BridgePacing = ReturnType<typeof createBridgePacing>
