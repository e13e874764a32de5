import '../environment.ts'
import { Environment, Logger, LogLevel, MemoryStorageDriver, StorageService } from '@matter/main'
import { DoorLock } from '@matter/main/clusters/door-lock'
import type { DeviceInfo } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createBridgeNode, createPartEndpoint, newIdentity } from './bridge-node.ts'
import { followPart } from './part-endpoint.ts'
import { partsOf } from './parts.ts'

const SHADE: DeviceInfo = {
  id: 'shade',
  name: 'Kitchen',
  devicetype: 'roller_shutter',
  connected: true,
  version: 2,
  permissions: ['view', 'command'],
  can: ['setPosition'],
  settings: {},
  favourite: null,
  ventilation: null,
  lastSeenAt: null,
  totalRestarts: null,
  totalStateUpdates: null,
  state: { status: 'ready', position: 0.25, inclination: null, assumed: false, reportedAt: null },
}
const HERE = { isServerThere: true, isPaused: false }

class TestStorage extends MemoryStorageDriver {
  static override readonly id = 'memory-of-part-test'
}

let made: Awaited<ReturnType<typeof createBridgeNode>>
beforeAll(async () => {
  Logger.level = LogLevel.FATAL
  const service = new StorageService(Environment.default)
  service.registerDriver(TestStorage)
  service.configuredDriver = TestStorage.id
  made = await createBridgeNode({
    id: 'part-test',
    name: 'House',
    port: 0,
    vendor: { vendorId: 0xfff1, productId: 0x8000 },
    identity: newIdentity(),
    certificates: undefined,
  })
})
afterAll(() => made.node.close())

it('what is so already is not written again, but what an ecosystem has changed is', async () => {
  const [part] = partsOf(SHADE, { unlock: null })
  if (part === undefined) throw new Error('a shade has a part')
  const endpoint = createPartEndpoint(part, { number: 2, uniqueId: 'a'.repeat(32), name: 'Kitchen' })
  await made.aggregator.add(endpoint)
  const failures: unknown[] = []
  const follower = followPart({
    part,
    endpoint,
    after: () => () => {},
    nowMs: () => 0,
    failed: (error) => failures.push(error),
  })
  const writes = vi.spyOn(endpoint, 'set')
  const settle = async () => {
    await follower.written()
    return writes.mock.calls.splice(0).length
  }
  follower.surround(HERE)
  follower.receive(SHADE)
  follower.describe({ room: 'Ground floor', fault: null })
  expect(await settle()).toBeGreaterThan(0)
  const place = () => Object(endpoint.maybeStateOf('windowCovering')).currentPositionLiftPercent100ths
  expect(place()).toBe(2_500)

  for (let again = 0; again < 3; again += 1) {
    follower.surround(HERE)
    follower.receive({ ...SHADE })
    follower.describe({ room: 'Ground floor', fault: null })
  }
  expect(await settle()).toBe(0)

  follower.describe({ room: 'Ground floor', fault: 'jammed' })
  expect(await settle()).toBe(1)
  follower.describe({ room: null, fault: null })
  expect(await settle()).toBe(2)
  expect(endpoint.maybeStateOf('fixedLabel')).toMatchObject({ labelList: [] })

  const elsewhere: Record<string, object> = { windowCovering: { currentPositionLiftPercent100ths: 9_000 } }
  await endpoint.set(elsewhere)
  await settle()
  follower.receive(SHADE)
  expect(await settle()).toBe(1)
  expect(place()).toBe(2_500)
  expect(failures).toEqual([])
})

describe('the events of a lock [BR26]', () => {
  const DOOR: DeviceInfo = {
    ...SHADE,
    id: 'door',
    devicetype: 'home_door',
    can: ['unlockMotor', 'lockMotor'],
  }
  type Lock = NonNullable<DeviceInfo['state']['motorLockState']>
  const doorOf = (motorLockState: Lock, version: DeviceInfo['version']): DeviceInfo => ({
    ...DOOR,
    version,
    state: { ...SHADE.state, position: null, motorLockConnected: true, motorLockState },
  })
  let number = 100

  /** What the endpoint says of the operations, each as the operation and its source. */
  async function operationsOf(
    steps: readonly (Lock | 'asked' | 'refused' | number)[],
    version: 2 | null = 2,
  ) {
    number += 1
    let nowMs = 0
    const [part] = partsOf(doorOf('locked', version), { unlock: 'ask' })
    if (part === undefined) throw new Error('a door has a lock')
    const endpoint = createPartEndpoint(part, { number, uniqueId: String(number).repeat(8), name: 'Door' })
    await made.aggregator.add(endpoint)
    const operations: string[] = []
    const { lockOperation } = Object(endpoint.events).doorLock
    lockOperation.on(({ lockOperationType, operationSource }: DoorLock.LockOperationEvent) => {
      operations.push(
        `${DoorLock.LockOperationType[lockOperationType]} ${DoorLock.OperationSource[operationSource]}`,
      )
    })
    const failed = (error: unknown) => {
      throw error
    }
    const follower = followPart({ part, endpoint, after: () => () => {}, nowMs: () => nowMs, failed })
    follower.surround(HERE)
    follower.receive(doorOf('locked', version))
    for (const step of steps) {
      if (typeof step === 'number') nowMs += step
      else if (step === 'asked') follower.operates()
      else if (step === 'refused') follower.lockRefused()
      else follower.receive(doorOf(step, version))
    }
    await follower.written()
    return operations
  }

  it.each([
    ['a command', ['asked', 'unlocking', 'unlocked'], ['Unlock Remote']],
    ['a key', ['unlocked', 'locked'], ['Unlock Manual', 'Lock Manual']],
    [
      'the time that is up',
      ['asked', 'unlocked', 5_000, 'locking', 'locked'],
      ['Unlock Remote', 'Lock Auto'],
    ],
    ['a key, long after', ['asked', 'unlocked', 600_000, 'locked'], ['Unlock Remote', 'Lock Manual']],
    ['a key, after a command was refused', ['asked', 'refused', 'unlocked'], ['Unlock Manual']],
  ] as const)('say what moved it: %s', async (_what, steps, expected) => {
    expect(await operationsOf(steps)).toEqual(expected)
  })

  it('say nothing of a relock that the hardware of another maker may not have', async () => {
    expect(await operationsOf(['asked', 'unlocked', 5_000, 'locked'], null)).toEqual([
      'Unlock Remote',
      'Lock Manual',
    ])
  })
})
