import { type DeviceType, type Preferences, preferencesSchema } from '@senca/contract'
import type { Answer, TestClient } from '../test-client.ts'

let deviceCount = 0

/** Gives a client devices that never connect. */
export async function claimDevices(
  client: TestClient,
  count: number,
  type: DeviceType = 'roller_shutter',
): Promise<string[]> {
  const made = await client.provision(type, count)
  for (const { claimCode } of made) {
    deviceCount += 1
    await client.claim(claimCode, `Shade ${deviceCount}`)
  }
  return made.map(({ id }) => id)
}

export const askPreferences = (client: TestClient, json: object): Promise<Answer> =>
  client.call('POST', '/auth/account/preferences', { json })

export const preferencesOf = async (client: TestClient): Promise<Preferences> =>
  preferencesSchema.parse(await client.ok(client.call('GET', '/auth/account/preferences')))
