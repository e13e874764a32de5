import type { DeviceType } from '@senca/contract'
import { vi } from 'vitest'
import { connectFakeDevice, type OnCommand } from '../fake-device.ts'
import type { TestClient } from '../test-client.ts'

interface MoveInOptions {
  state?: Record<string, unknown>
  status?: object
  name?: string
  totalRestarts?: number
  session?: number
  refusesTime?: boolean
  onCommand?: OnCommand
}

let deviceCount = 0

/** Provisions a device, claims it for the client, connects it and waits until the server knows its state and hardware. */
export async function moveIn(
  app: { mqtt: { host: string; port: number } },
  owner: TestClient,
  type: DeviceType,
  options: MoveInOptions = {},
) {
  const [provisioned] = await owner.provision(type)
  if (provisioned === undefined) throw new Error('no device was provisioned')
  deviceCount += 1
  const { name = `Device ${deviceCount}`, ...rest } = options
  await owner.claim(provisioned.claimCode, name)
  const device = await connectFakeDevice({ mqtt: app.mqtt, ...provisioned, type, ...rest })
  await vi.waitFor(async () => {
    const { [provisioned.id]: info } = await owner.info(provisioned.id)
    if (info?.state.reportedAt == null || !info.connected || info.version === null)
      throw new Error('not reported yet')
  })
  return { ...provisioned, name, device }
}
