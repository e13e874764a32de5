import { type DeviceType, errorBodySchema, LIMITS } from '@senca/contract'
import { vi } from 'vitest'
import type { FakeDevice, ReceivedCommand } from './fake-device.ts'
import type { Answer, TestClient } from './test-client.ts'

/** Makes one of the calls about a device. */
export const askDevice = (client: TestClient, call: string, json: object): Promise<Answer> =>
  client.api('POST', `/auth/api/v1/device/${call}`, { json })

/** Status, code and key of an error answer. */
export const refusal = ({ status, body }: Answer) => {
  const { error, key } = errorBodySchema.parse(body)
  return [status, error, key]
}

/** A device that is claimed and was never connected. */
export async function claimUnseen(client: TestClient, type: DeviceType) {
  const [made] = await client.provision(type)
  if (made === undefined) throw new Error('nothing was provisioned')
  await client.claim(made.claimCode, made.id.slice(0, LIMITS.DEVICE_NAME_MAX_LENGTH))
  return made
}

export const commandNames = ({ received }: FakeDevice): string[] => received.map(({ command }) => command)

/** The first command with this name that a device receives. */
export const receivedBy = (device: FakeDevice, name: string): Promise<ReceivedCommand> =>
  vi.waitFor(() => {
    const found = device.received.find(({ command }) => command === name)
    if (found === undefined) throw new Error(`${name} was not received`)
    return found
  })

/** Starts a call and returns when the device has received its command. */
export async function startCall<T>(
  device: FakeDevice,
  call: () => Promise<T>,
): Promise<{ results: Promise<T> }> {
  const before = device.received.length
  const results = call()
  await vi.waitFor(() => {
    if (device.received.length !== before + 1)
      throw new Error(`it received ${device.received.length - before} commands`)
  })
  return { results }
}
