import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CALM, createSafetyHome, type SafetyHome, STORM, WIND } from '#testing/homes/safety-home.ts'
import type { Resident } from '#testing/homes/virtual-home.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 })

let home: SafetyHome
beforeEach(async () => {
  home = await createSafetyHome({}, { isOutside: true })
})
afterEach(() => home.app.close())

/** An awning outside in a storm, whose safety moves fail until its faults are cleared. */
async function awningInStorm(): Promise<Resident> {
  const awning = await home.shade('awning', 0.5)
  await home.measure(CALM)
  await home.protect([awning], WIND)
  awning.device.fault({ kind: 'refuse', error: 'device_blocked' })
  await home.measure(STORM)
  await home.pass(3_000)
  return awning
}

/** Restarts the server, together with a second one, and passes two minutes of the storm. Returns the moves that are sent. */
async function movesAfterRestart(awning: Resident) {
  awning.device.clearFaults()
  home.instances(1)
  await home.app.restart()
  home.owner.forgetApiToken()
  const twin = await home.app.twin()
  home.instances(2)
  home.log.splice(0)
  await home.measureFor(2, STORM)
  const moves = home.receivedBy(awning).filter((body) => Object(body).command === 'move')
  await twin.close()
  home.instances(1)
  return moves
}

describe('after a restart, of a device that stays connected and reports nothing', () => {
  it.each([
    ['failed', 'failed'],
    ['was in flight when the server was killed', 'sending'],
  ])('a safety move that %s is repeated by one of two instances', async (_how, step) => {
    const awning = await awningInStorm()
    expect(await home.seen(awning)).toMatchObject({ place: 0.5 })
    await home.app.database.pool.query('update scenario_firing_devices set step = $1 where device_id = $2', [
      step,
      awning.id,
    ])
    expect(await movesAfterRestart(awning)).toHaveLength(1)
    expect(await home.seen(awning)).toMatchObject({ place: 0 })
  })

  it('a safety move that failed is not repeated if the owner has moved the device since', async () => {
    const awning = await awningInStorm()
    awning.device.clearFaults()
    const intent = { token: awning.id, command: 'move', position: 70, reason: 'it is jammed' }
    await home.during(home.owner.ok(home.post('device/override', intent)))
    await home.pass(10_000)
    expect(await movesAfterRestart(awning)).toEqual([])
    expect(await home.seen(awning)).toMatchObject({ place: 0.7 })
  })
})
