import type { AlarmSource } from '@senca/contract/automation'
import { createChance } from '@senca/server/testing/chance.ts'
import { createDeeds, type Deed } from './deeds.ts'
import { createOracle } from './oracle.ts'
import { ALARM_TYPES, createSafetyHome, RULES } from './safety-home.ts'
import { createWireWatch, type LeftOutside, type UnsafeCommand } from './wire-watch.ts'

const ALARMS: readonly AlarmSource[] = ['smoke', 'break_in']
const TOGETHER = 12
const LONGEST_PAUSE_MS = 2_000
/** The time until a station counts as silent, plus a margin. */
const GAP_MS = 310_000
/** The time after which covers that confirm nothing are sent to safety again, plus a margin. */
const LONG_GAP_MS = 3_900_000
/** In a gap, holds begin and end too. */
const CHECK_IN_GAP_MS = 10_000
const REPORTED_EVERY = 5_000
const FAULTS_ENOUGH = 20
/** After this many rounds it is checked that the server still evaluates scenarios that are due. */
const ROUNDS_BETWEEN_CHECKS = 10

export interface SafetySoakOptions {
  events: number
  seed: number
  /** Covers of other makers, on one server; without them, a second server comes and goes. */
  hasBridge: boolean
  progress(line: string): void
}

/**
 * The result of a run. A command to several shades counts as that many events. `seconds` is real time, `hours` is time of the
 * home.
 */
export interface SafetySoakReport {
  events: number
  seconds: number
  hours: number
  /** The number of events of each kind. */
  kinds: Record<string, number>
  commands: number
  commandsWhileProtected: number
  broughtIn: number
  refusals: number
  unsafe: UnsafeCommand[]
  leftOutside: LeftOutside[]
}
export type SafetySoak = SafetySoakReport & { close(): Promise<void> }

/**
 * Runs random events on protected shades of every type. An oracle that is independent of the server judges what arrives at the
 * devices.
 */
export async function runSafetySoak({
  events,
  seed,
  hasBridge,
  progress,
}: SafetySoakOptions): Promise<SafetySoak> {
  const begunAt = Date.now()
  const chance = createChance(seed)
  const home = await createSafetyHome({ hasBridge, seed })
  const { clock, residents } = home
  const nowMs = () => clock.now().getTime()
  const oracle = createOracle(RULES, ALARM_TYPES)
  for (const rule of RULES) oracle.enable(rule, nowMs())
  const wire = createWireWatch({ oracle, residents, now: nowMs })
  home.broker.onPassed(({ deviceId, topic, body }) => {
    if (topic === 'command') wire.received(deviceId, body)
  })
  home.bridge?.onCommanded(wire.received)
  const deeds = createDeeds({ home, oracle, wire, chance, rules: RULES, alarms: ALARMS })
  const firstAt = nowMs()
  const kinds: Record<string, number> = {}
  let done = 0
  let refusals = 0

  let rounds = 0
  let notifiedAt = 0
  const count = (kind: string, events = 1) => {
    kinds[kind] = (kinds[kind] ?? 0) + events
    done += events
  }
  const notify = () => {
    if (done < notifiedAt + REPORTED_EVERY) return
    notifiedAt = done
    progress(
      `${done} events after ${Math.round((Date.now() - begunAt) / 1_000)} s, ${wire.unsafe.length} unsafe, ${wire.leftOutside.length} left outside`,
    )
  }
  const pass = async (ms: number) => {
    await home.pass(ms)
    wire.inspect()
  }

  while (done < events) {
    await home.prepare()
    wire.freeze()
    const together: Deed[] = deeds.several(1 + chance.below(TOGETHER))
    const answers = Promise.all(
      together.map(async ({ kind, events, run }) => {
        count(kind, events)
        const body = await run()
        if (body?.includes('weather_scenario_matched') === true) refusals += 1
      }),
    )
    await home.settle()
    // Some answers wait for the clock to advance.
    let isOver = false
    void answers.finally(() => {
      isOver = true
    })
    for (let tries = 0; tries < 200 && !isOver; tries += 1) await home.pass(100)
    await answers
    await home.settle()
    await home.caughtUp()
    wire.thaw()
    home.log.splice(0)
    const rare = chance.next()
    if (rare < 0.002) {
      count('restart of the server')
      wire.disturbAll()
      await home.restart()
      await pass(2_000)
    } else if (rare < 0.005 && !hasBridge) {
      count('second server')
      wire.disturbAll()
      await home.toggleTwin()
    } else if (rare < 0.007) {
      count('gap')
      for (let left = GAP_MS; left > 0; left -= CHECK_IN_GAP_MS) await pass(CHECK_IN_GAP_MS)
    } else if (rare < 0.0075 && hasBridge) {
      count('long gap')
      for (let left = LONG_GAP_MS; left > 0; left -= CHECK_IN_GAP_MS) await pass(CHECK_IN_GAP_MS)
    } else await pass(chance.below(LONGEST_PAUSE_MS))
    notify()
    rounds += 1
    const overlooked = rounds % ROUNDS_BETWEEN_CHECKS === 0 ? await home.overlooked() : null
    if (overlooked !== null) throw new Error(`what is due is not evaluated: ${overlooked}`)
    if (wire.unsafe.length + wire.leftOutside.length > FAULTS_ENOUGH) break
  }
  return {
    events: done,
    seconds: (Date.now() - begunAt) / 1_000,
    hours: (nowMs() - firstAt) / 3_600_000,
    kinds,
    ...wire.counts(),
    refusals,
    unsafe: wire.unsafe,
    leftOutside: wire.leftOutside,
    close: () => home.app.close(),
  }
}
