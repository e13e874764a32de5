import { commandResultsSchema, deviceInfoSchema, unlockChallengeSchema } from '@senca/contract'
import { askDevice } from '../device-calls.ts'
import type { TestApp } from '../test-app.ts'
import { GOOD_PASSWORD, type TestClient } from '../test-client.ts'
import { moveIn } from './test-home.ts'

type Door = Awaited<ReturnType<typeof moveIn>>

export const unlockOf = (id: string) => ({ token: id, command: 'unlock', lockType: 'motor' })
export const refused = (detail: string) => `insufficient_permission ${detail}`
export const unlocksOf = ({ device }: Door): number =>
  device.received.filter(({ command }) => command === 'unlock').length

/** Helpers for doors, which use the current app and owner at each call. */
export function guardedDoors(home: () => { app: TestApp; owner: TestClient }) {
  const guard = (token: string, json: object, client = home().owner) =>
    askDevice(client, 'unlock-guard', { token, password: GOOD_PASSWORD, ...json })
  return {
    door: (client = home().owner, at: Pick<TestApp, 'mqtt'> = home().app) =>
      moveIn(at, client, 'home_door', { state: { motorLockConnected: true, motorLockLocked: true } }),
    guard,
    guarded: async (token: string, json: object, client = home().owner) =>
      deviceInfoSchema.parse(await client.ok(guard(token, json, client))),
    challenge: async ({ id }: Pick<Door, 'id'>, client = home().owner) =>
      unlockChallengeSchema.parse(await client.ok(askDevice(client, 'unlock-challenge', { token: id }))),
    /** The result of an unlock with the given proof: `success`, or the reason of the refusal. */
    async unlock({ id }: Pick<Door, 'id'>, shown: object = {}, client = home().owner) {
      const answer = await client.ok(askDevice(client, 'move', { commands: [unlockOf(id)], ...shown }))
      const [result] = commandResultsSchema.parse(answer)
      if (result?.status !== 'error') return result?.status
      return `${result.error} ${result.error_detail ?? ''}`.trim()
    },
  }
}
