import type { CommandResult, DeviceType } from '@senca/contract'
import { type ActivityEntry, activityListSchema } from '@senca/contract/activity'
import { vi } from 'vitest'
import type { Confirmation } from '#drivers/driver.ts'
import { createRpcBridge, createRpcDriver, type RpcCall } from '../drivers/rpc-driver.ts'
import { createTestApp } from '../test-app.ts'
import { createConfirmedClient } from './link-home.ts'

const CAN = {
  roller_shutter: ['open', 'close', 'stop', 'setPosition'],
  home_door: ['unlockMotor'],
  light: ['setLight1', 'dimLight1'],
} as const
type Kind = keyof typeof CAN & DeviceType

/** The state in which each kind of hardware appears. */
const FIRST = {
  roller_shutter: { pos: 100 },
  home_door: { lock: 'locked' },
  light: { lights: { 1: 0 } },
} as const

/** A home whose devices are hardware of another protocol, of which nobody knows whether an unanswered call is void. */
export async function thirdPartyHome() {
  const bridge = createRpcBridge()
  const app = await createTestApp({
    drivers: ({ clock }) =>
      Object.fromEntries(
        (['acknowledged', 'reported', 'none'] as const).map((confirmation) => [
          confirmation,
          createRpcDriver({ bridge, clock, confirmation, expires: false }),
        ]),
      ),
  })
  const owner = await createConfirmedClient(app)
  let count = 0

  return {
    app,
    owner,
    bridge,
    /** Claims devices and puts such hardware in their place. It is silent until a test lets it report. */
    async devices(kinds: readonly [Kind, Confirmation][]) {
      const made = []
      for (const [type, driver] of kinds) {
        const [provisioned] = await owner.provision(type)
        if (provisioned === undefined) throw new Error('no device was provisioned')
        count += 1
        await owner.claim(provisioned.claimCode, `Third ${count}`)
        const address = `192.0.2.7/${count}`
        await app.database.pool.query('update endpoints set driver = $1, address = $2 where device_id = $3', [
          driver,
          address,
          provisioned.id,
        ])
        made.push({ id: provisioned.id, address, type })
      }
      await app.restart()
      const devices = made.map(({ id, address }) => {
        const report = (notice: object) => bridge.notify(address, notice)
        const calls = (): RpcCall[] =>
          bridge.calls.filter((one) => one.address === address).map(({ call }) => call)
        const state = async () => (await owner.info(id))[id]?.state
        const entries = async (): Promise<ActivityEntry[]> =>
          activityListSchema.parse(
            await owner.ok(owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`)),
          ).entries
        /** Sends a command and resolves with its answer as soon as the hardware has the call. */
        const send = async (command: object, wait = false) => {
          const before = calls().length
          const answer: Promise<CommandResult[]> = owner.move([{ token: id, ...command }], wait)
          await vi.waitFor(() => {
            if (calls().length === before) throw new Error('not handed over')
          })
          return { answer }
        }
        return { id, address, report, calls, state, entries, send }
      })
      for (const { id, address, type } of made) {
        bridge.plugIn(address, CAN[type])
        bridge.notify(address, FIRST[type])
        await vi.waitFor(async () => {
          const { [id]: info } = await owner.info(id)
          if (info?.state.reportedAt == null || !info.connected) throw new Error('not reported yet')
        })
      }
      return devices
    },
  }
}

export type ThirdPartyHome = Awaited<ReturnType<typeof thirdPartyHome>>
