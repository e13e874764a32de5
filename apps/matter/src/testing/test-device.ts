import '../environment.ts'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import {
  Endpoint,
  Environment,
  fromJson,
  Logger,
  LogLevel,
  MemoryStorageDriver,
  ServerNode,
  StorageService,
  toJson,
  VendorId,
} from '@matter/main'
import { DoorLockServer } from '@matter/main/behaviors/door-lock'
import { PowerSourceServer } from '@matter/main/behaviors/power-source'
import {
  type MovementDirection,
  MovementType,
  WindowCoveringServer,
} from '@matter/main/behaviors/window-covering'
import { DoorLock } from '@matter/main/clusters/door-lock'
import { PowerSource } from '@matter/main/clusters/power-source'
import { WindowCovering } from '@matter/main/clusters/window-covering'
import { DimmableLightDevice } from '@matter/main/devices/dimmable-light'
import { DoorLockDevice } from '@matter/main/devices/door-lock'
import { WindowCoveringDevice } from '@matter/main/devices/window-covering'
import { FabricManager } from '@matter/main/protocol'
import * as z from 'zod/mini'

/**
 * A Matter device for tests: a venetian blind, a lock with a door sensor and a light. It is started with a file for its storage and a
 * discriminator, and speaks with the test over IPC.
 */

const STEP_MS = 100
/** The whole way takes two seconds. */
const STEP = 500

const [file = '', discriminator = '3840'] = process.argv.slice(2)
const instructionSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('lock'), lockState: z.optional(z.number()), doorState: z.optional(z.number()) }),
  z.object({ do: z.literal('obstruct'), isObstructed: z.boolean() }),
  z.object({ do: z.literal('battery'), halfPercents: z.number() }),
  z.object({ do: z.literal('fabrics') }),
  z.object({ do: z.literal('forget') }),
])

const send = (message: object) => process.send?.(message)

class FileStorage extends MemoryStorageDriver {
  static override readonly id = 'file-of-test'

  static override create() {
    const storage = new FileStorage(existsSync(file) ? Object(fromJson(readFileSync(file, 'utf8'))) : {})
    storage.initialize()
    // A device that is killed leaves what it has written before.
    setInterval(() => {
      writeFileSync(`${file}.new`, toJson(storage.data))
      renameSync(`${file}.new`, file)
    }, 50).unref()
    return storage
  }
}

Logger.level = LogLevel.FATAL
const service = new StorageService(Environment.default)
service.registerDriver(FileStorage)
service.configuredDriver = FileStorage.id

const Position = WindowCoveringServer.with('Lift', 'PositionAwareLift', 'Tilt', 'PositionAwareTilt')

class Blind extends Position {
  override async handleMovement(
    type: MovementType,
    reversed: boolean,
    direction: MovementDirection,
    target?: number,
  ) {
    send({ moved: MovementType[type], target })
    if (type === MovementType.Tilt || target === undefined) {
      await super.handleMovement(type, reversed, direction, target)
      return
    }
    void moveTo(target)
  }

  override async handleStopMovement() {
    movement += 1
    send({ stopped: true })
    await super.handleStopMovement()
  }
}

/** Raised by each command, so that an older movement ends. */
let movement = 0
async function moveTo(target: number): Promise<void> {
  movement += 1
  const current = movement
  let position = blind.state.windowCovering.currentPositionLiftPercent100ths ?? 0
  while (position !== target) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    if (movement !== current) return
    position = target > position ? Math.min(target, position + STEP) : Math.max(target, position - STEP)
    await blind.set({ windowCovering: { currentPositionLiftPercent100ths: position } })
  }
}

const node = await ServerNode.create({
  id: 'device',
  network: { port: 5540, ipv4: false },
  commissioning: { passcode: 20_202_021, discriminator: Number(discriminator) },
  basicInformation: {
    vendorId: VendorId(0xfff1),
    vendorName: 'Acme',
    productId: 0x8000,
    productName: 'Test house',
    nodeLabel: 'Kitchen',
    serialNumber: discriminator,
    uniqueId: discriminator,
  },
})
const blind = new Endpoint(WindowCoveringDevice.with(Blind, PowerSourceServer.with('Battery')), {
  id: 'blind',
  powerSource: {
    status: PowerSource.PowerSourceStatus.Active,
    order: 0,
    description: 'Battery',
    batChargeLevel: PowerSource.BatChargeLevel.Ok,
    batPercentRemaining: 160,
    batReplacementNeeded: false,
    batReplaceability: PowerSource.BatReplaceability.UserReplaceable,
  },
  windowCovering: {
    type: WindowCovering.WindowCoveringType.TiltBlindLift,
    endProductType: WindowCovering.EndProductType.ExteriorVenetianBlind,
    configStatus: { operational: true, liftPositionAware: true, tiltPositionAware: true },
    currentPositionLiftPercent100ths: 2_500,
    targetPositionLiftPercent100ths: 2_500,
    currentPositionTiltPercent100ths: 0,
    targetPositionTiltPercent100ths: 0,
    safetyStatus: {},
  },
})
const lock = new Endpoint(DoorLockDevice.with(DoorLockServer.with('DoorPositionSensor')), {
  id: 'lock',
  doorLock: {
    lockType: DoorLock.LockType.DeadBolt,
    lockState: DoorLock.LockState.Locked,
    actuatorEnabled: true,
    operatingMode: DoorLock.OperatingMode.Normal,
    supportedOperatingModes: {},
    doorState: DoorLock.DoorState.DoorClosed,
  },
})
const light = new Endpoint(DimmableLightDevice, { id: 'light', levelControl: { currentLevel: 254 } })
await node.add(blind)
await node.add(lock)
await node.add(light)
light.events.onOff.onOff$Changed.on((on) => void send({ on }))
light.events.levelControl.currentLevel$Changed.on((level) => void send({ level }))
lock.events.doorLock.lockState$Changed.on((lockState) => void send({ lockState }))
await node.start()

process.on('message', (received) => {
  const instruction = instructionSchema.parse(received)
  switch (instruction.do) {
    case 'lock': {
      const { lockState, doorState } = instruction
      void lock.set({
        doorLock: {
          ...(lockState === undefined ? {} : { lockState }),
          ...(doorState === undefined ? {} : { doorState }),
        },
      })
      return
    }
    case 'obstruct':
      void blind.set({ windowCovering: { safetyStatus: { obstacleDetected: instruction.isObstructed } } })
      return
    case 'battery':
      void blind.set({ powerSource: { batPercentRemaining: instruction.halfPercents } })
      return
    case 'fabrics':
      send({ fabrics: node.state.operationalCredentials.commissionedFabrics })
      return
    // As in the app of another maker, where it was removed from this controller.
    case 'forget':
      for (const fabric of [...node.env.get(FabricManager).fabrics]) void fabric.leave()
  }
})
process.on('disconnect', () => process.exit(0))
const { manualPairingCode, qrPairingCode } = node.state.commissioning.pairingCodes
send({ manualCode: manualPairingCode, qrCode: qrPairingCode })
