import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ECOSYSTEM_SEQUENCES, type EcosystemSequence } from '#testing/doubles/ecosystem-sequences.ts'
import {
  createMatterNetwork,
  type MatterController,
  type MatterNetwork,
  type SeenCovering,
} from '#testing/doubles/matter-network.ts'
import type { FakeDevice, ReceivedCommand } from '#testing/fake-device.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge, matterBridgeCalls } from '#testing/homes/matter-bridge-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const SOON = { timeout: 90_000, interval: 100 }
const TICK_MS = 50
const STEP = 0.05
/** Motors stop a little beside the place that they were sent to. */
const BESIDE = 0.01
const STOPPED = 0
const OPENING = 1
const DONE = { error: null }

interface Place {
  position: number
  inclination: number
}
type Axis = keyof Place

/** Travels to where it is sent, in steps, and stops beside it. */
function createTravellingBlind() {
  let device: FakeDevice | null = null
  const place: Place = { position: 0, inclination: 0 }
  let target: Partial<Place> = {}
  const report = (status: string) => device?.report({ status, ...place, target: isMoving() ? target : null })
  const isMoving = () => Object.keys(target).length > 0
  const stop = () => {
    target = {}
    report('ready')
  }
  const step = (axis: Axis) => {
    const goal = target[axis]
    if (goal === undefined) return
    const left = goal - place[axis]
    const isThere = Math.abs(left) <= STEP
    place[axis] = isThere ? goal + (goal > 0.5 ? -BESIDE : BESIDE) : place[axis] + Math.sign(left) * STEP
    if (isThere) delete target[axis]
  }
  const timer = setInterval(() => {
    if (!isMoving()) return
    step('position')
    step('inclination')
    if (isMoving()) report(statusOf())
    else stop()
  }, TICK_MS)
  const statusOf = () => {
    const { position } = target
    if (position === undefined) return 'moving'
    return position < place.position ? 'opening' : 'closing'
  }
  return {
    isMoving,
    /** It was moved by hand. */
    put(at: Partial<Place>) {
      Object.assign(place, at)
      stop()
    },
    onCommand(command: ReceivedCommand, from: FakeDevice) {
      device = from
      from.succeed(command)
      if (command.command === 'abort') return stop()
      if (command.command !== 'move') return
      const { position, inclination } = command
      target = {
        // An axis that is not named goes on.
        ...target,
        ...(typeof position === 'number' ? { position: position / 100 } : {}),
        ...(typeof inclination === 'number' ? { inclination: inclination / 100 } : {}),
      }
      report(statusOf())
    },
    attach(to: FakeDevice) {
      device = to
    },
    end: () => clearInterval(timer),
  }
}

let network: MatterNetwork
let app: TestApp
let calls: ReturnType<typeof matterBridgeCalls>
let blind: Awaited<ReturnType<typeof moveIn>>
let advance: NodeJS.Timeout
const travelling = createTravellingBlind()

beforeAll(async () => {
  network = await createMatterNetwork()
  app = await createTestApp({ matter: { start: network.startMatter } })
  // The time of the server passes as that of the apps does.
  let advancing: Promise<unknown> = Promise.resolve()
  advance = setInterval(() => {
    advancing = advancing.then(() => app.clock.advance(TICK_MS))
  }, TICK_MS)
  await network.reach(app.url)
  const owner = await createConfirmedClient(app)
  blind = await moveIn(app, owner, 'venetian_blind', {
    name: 'Kitchen',
    state: { position: 0, inclination: 0 },
    onCommand: travelling.onCommand,
  })
  travelling.attach(blind.device)
  const bridge = await createMatterBridge(owner, [blind.id], { options: { alexa: true } })
  calls = matterBridgeCalls(owner, bridge.id)
})
afterAll(async () => {
  clearInterval(advance)
  travelling.end()
  await app?.close()
  await blind?.device.end()
  await network?.close()
})

const axesOf = (seen: SeenCovering) =>
  [
    {
      motion: seen.operationalStatus.lift,
      current: seen.currentPositionLiftPercent100ths ?? null,
      target: seen.targetPositionLiftPercent100ths ?? null,
    },
    {
      motion: seen.operationalStatus.tilt,
      current: seen.currentPositionTiltPercent100ths ?? null,
      target: seen.targetPositionTiltPercent100ths ?? null,
    },
  ] as const

/** An app shows “Opening…” for as long as these do not agree [BR24]. */
const contradictions = (states: readonly SeenCovering[]): unknown[] =>
  states.filter((seen) =>
    axesOf(seen).some(({ motion, current, target }) => {
      if (current === null || target === null) return current !== target && motion === STOPPED
      if (motion === STOPPED) return current !== target
      return motion === OPENING ? target >= current : target <= current
    }),
  )

describe.each(Object.entries(ECOSYSTEM_SEQUENCES))('%s', (_name, { vendorId, sequences }) => {
  let controller: MatterController
  let endpoint: number

  const coveringOf = async () => {
    const found = (await controller.endpoints()).find(({ state }) => state.windowCovering !== undefined)
    if (found === undefined) throw new Error('there is no covering')
    return found
  }
  /** Waits until the app shows a standing shade at these places; ends count as such. */
  const willStand = (at: EcosystemSequence['end']) =>
    vi.waitFor(async () => {
      expect(travelling.isMoving()).toBe(false)
      expect((await coveringOf()).state.windowCovering).toMatchObject({
        operationalStatus: { global: STOPPED, lift: STOPPED, tilt: STOPPED },
        ...(at === null
          ? {}
          : {
              currentPositionLiftPercent100ths: at.position * 10_000,
              targetPositionLiftPercent100ths: at.position * 10_000,
            }),
        ...(at?.inclination === undefined
          ? {}
          : { currentPositionTiltPercent100ths: at.inclination * 10_000 }),
      })
    }, SOON)

  beforeAll(async () => {
    controller = await network.startController(vendorId)
    await vi.waitFor(async () => await controller.commission((await calls.openPairing()).manualCode), SOON)
    endpoint = (await coveringOf()).number
  })
  afterAll(async () => {
    await controller.leave()
    await controller.end()
  })

  it.each(sequences)('$name', async ({ from, end, steps, commands }) => {
    travelling.put({ inclination: 0, ...from })
    await willStand(from)
    await controller.seen()
    blind.device.received.length = 0
    for (const answer of await controller.replay(endpoint, steps)) expect(answer).toEqual(DONE)
    await vi.waitFor(() => expect(blind.device.received).not.toEqual([]), SOON)
    // The place that was asked for is the one that is shown, so no app asks again.
    await willStand(end)
    const seen = (await controller.seen()).map(({ state }) => state)
    expect(contradictions(seen)).toEqual([])
    expect(blind.device.received.length).toBeLessThanOrEqual(commands)
  })
})
