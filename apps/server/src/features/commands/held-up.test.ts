import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CommandCall } from '#testing/command-evidence.ts'
import { createVirtualHome, outcomeOf, type Resident, type VirtualHome } from '#testing/homes/virtual-home.ts'

const HOUR_MS = 3_600_000
const UNLOCK = { command: 'unlock', lockType: 'motor', unlockDuration: 1 } as const

let home: VirtualHome
beforeAll(async () => {
  home = await createVirtualHome()
})
afterAll(() => home.app.close())

const send = ({ id }: Resident, asked: CommandCall['asked'], path = 'move') =>
  home.send(home.owner, {
    path,
    body:
      path === 'move' ? { commands: [{ token: id, ...asked }], wait: false } : { commands: [{ token: id }] },
    deviceId: id,
    asked,
    isAwaited: false,
    isForHardware: true,
  })

const lockOf = ({ device }: Resident) => device.state().motorLockState

it.each([
  ['a right clock', 0],
  ['a clock an hour ahead', HOUR_MS],
  ['a clock an hour behind', -HOUR_MS],
])(
  '[DP31] hardware with %s does nothing of what was reported as failed before it arrived',
  async (_name, aheadMs) => {
    const door = await home.moveIn('home_door', { aheadMs })
    const still = await home.moveIn('roller_shutter', { aheadMs })
    const moving = await home.moveIn('awning', { aheadMs })
    await send(moving, { command: 'move', position: 100 })
    await home.pass(1_000)

    // An unlock is void a second before it is reported as failed, and everything else half a second.
    for (const latencyMs of [4_400, 6_900]) {
      home.broker.setLatency(latencyMs)
      const calls = [await send(door, UNLOCK)]
      if (latencyMs > 4_500) {
        calls.push(await send(still, { command: 'move', position: 90 }))
        calls.push(await send(moving, { command: 'abort' }, 'abort'))
      }
      await home.pass(5_000)
      for (const call of calls)
        expect(outcomeOf(call)).toMatchObject({ status: 'error', error: 'device_request_timeout' })
      await home.pass(5_000)
      expect(lockOf(door)).toBe('locked')
      expect(still.device.state()).toMatchObject({ status: 'ready', position: 0 })
    }
    expect(moving.device.state().target).toEqual({ position: 1 })

    // What comes in time is carried out.
    home.broker.setLatency(0)
    await home.pass(20_000)
    const [unlocking, move] = [await send(door, UNLOCK), await send(still, { command: 'move', position: 5 })]
    await home.pass(1_000)
    expect([outcomeOf(unlocking).status, outcomeOf(move).status]).toEqual(['success', 'success'])
    expect(lockOf(door)).not.toBe('locked')
    expect(still.device.state().position).toBeGreaterThan(0)
    await home.moveOut([door, still, moving])
  },
)
