import { createHash, randomBytes } from 'node:crypto'
import { Endpoint, Seconds, ServerNode, VendorId } from '@matter/main'
import { BridgedDeviceBasicInformationServer } from '@matter/main/behaviors/bridged-device-basic-information'
import { FixedLabelServer } from '@matter/main/behaviors/fixed-label'
import { DoorLock } from '@matter/main/clusters/door-lock'
import { ContactSensorDevice } from '@matter/main/devices/contact-sensor'
import { DimmableLightDevice } from '@matter/main/devices/dimmable-light'
import { DoorLockDevice } from '@matter/main/devices/door-lock'
import { OnOffLightDevice } from '@matter/main/devices/on-off-light'
import { OnOffPlugInUnitDevice } from '@matter/main/devices/on-off-plug-in-unit'
import { WindowCoveringDevice } from '@matter/main/devices/window-covering'
import { AggregatorEndpoint } from '@matter/main/endpoints/aggregator'
import type { Certificates } from '../certificates.ts'
import { FULL_LEVEL } from './part-attributes.ts'
import {
  LevelServer,
  LiftAndTiltServer,
  LiftServer,
  LockServer,
  PinLockServer,
  SwitchServer,
} from './part-behaviors.ts'
import { cut, NAME_LENGTH, type Part } from './parts.ts'

/** Alexa finds the devices of an aggregator with this number only. */
export const AGGREGATOR_ENDPOINT = 1
const MAX_PIN_LENGTH = 8
const MIN_PIN_LENGTH = 4
const WRONG_PINS = 10
/** The longest time that the standard has for this, in seconds; Senca locks for an hour. */
const DISABLED_S = 255

/** The longest silence: by half as long again, ecosystems notice that a process that was killed has forgotten them. */
const SUBSCRIPTIONS = { minInterval: Seconds(2), maxInterval: Seconds(20), randomizationWindow: Seconds(2) }

export interface NodeIdentity {
  /** Random, and replaced by a reset. */
  uniqueId: string
}

export const newIdentity = (): NodeIdentity => ({ uniqueId: randomBytes(16).toString('hex') })

const shortId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

interface NodeOptions {
  /** Of the store. */
  id: string
  name: string
  port: number
  vendor: { vendorId: number; productId: number }
  identity: NodeIdentity
  certificates: Certificates | undefined
}

const certificationOf = (certificates: Certificates) => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
  return {
    privateKey: bytes(certificates.privateKey),
    certificate: bytes(certificates.certificate),
    intermediateCertificate: bytes(certificates.intermediateCertificate),
    declaration: bytes(certificates.declaration),
  }
}

/** The node of a bridge, with its aggregator and no parts yet. It is not started. */
export async function createBridgeNode(options: NodeOptions) {
  const { id, name, port, vendor, identity, certificates } = options
  const node = await ServerNode.create({
    id,
    network: { port, ble: false, subscriptionOptions: SUBSCRIPTIONS },
    commissioning: { enabled: false },
    ...(certificates === undefined
      ? {}
      : { operationalCredentials: { certification: certificationOf(certificates) } }),
    productDescription: { name: 'Senca', deviceType: AggregatorEndpoint.deviceType },
    basicInformation: {
      vendorId: VendorId(vendor.vendorId),
      vendorName: 'Senca',
      productId: vendor.productId,
      productName: 'Senca',
      productLabel: 'Senca',
      nodeLabel: cut(name, NAME_LENGTH),
      serialNumber: shortId(identity.uniqueId),
      uniqueId: identity.uniqueId,
    },
  })
  const aggregator = new Endpoint(AggregatorEndpoint, { id: 'aggregator', number: AGGREGATOR_ENDPOINT })
  await node.add(aggregator)
  return { node, aggregator }
}

/** What every part has beside its own clusters: who it is, and in which room. */
const BRIDGED = [BridgedDeviceBasicInformationServer, FixedLabelServer] as const

interface PartEndpointOptions {
  number: number
  uniqueId: string
  name: string
}

/** The endpoint of a part, in a state that says that nothing is known. */
export function createPartEndpoint(part: Part, { number, uniqueId, name }: PartEndpointOptions): Endpoint {
  const common = {
    id: `p${number}`,
    number,
    bridgedDeviceBasicInformation: {
      nodeLabel: name,
      vendorName: 'Senca',
      productName: 'Senca',
      uniqueId,
      reachable: false,
    },
    fixedLabel: { labelList: [] },
  }
  switch (part.kind) {
    case 'cover': {
      const { type, endProductType, hasTilt } = part.shape
      const covering = {
        type,
        endProductType,
        mode: {},
        operationalStatus: { global: 0, lift: 0, tilt: 0 },
        safetyStatus: {},
        currentPositionLiftPercent100ths: null,
        currentPositionLiftPercentage: null,
        targetPositionLiftPercent100ths: null,
      }
      if (!hasTilt)
        return new Endpoint(WindowCoveringDevice.with(LiftServer, ...BRIDGED), {
          ...common,
          windowCovering: {
            ...covering,
            configStatus: { operational: true, onlineReserved: true, liftPositionAware: true },
          },
        })
      return new Endpoint(WindowCoveringDevice.with(LiftAndTiltServer, ...BRIDGED), {
        ...common,
        windowCovering: {
          ...covering,
          configStatus: {
            operational: true,
            onlineReserved: true,
            liftPositionAware: true,
            tiltPositionAware: true,
          },
          currentPositionTiltPercent100ths: null,
          currentPositionTiltPercentage: null,
          targetPositionTiltPercent100ths: null,
        },
      })
    }
    case 'lock': {
      const lock = {
        lockType: part.lockType === 'motor' ? DoorLock.LockType.DeadBolt : DoorLock.LockType.Magnetic,
        lockState: null,
        actuatorEnabled: true,
        operatingMode: DoorLock.OperatingMode.Normal,
        // Bits that are set are modes that it has not; of the last ones all are set.
        supportedOperatingModes: { vacation: true, privacy: true, passage: true, alwaysSet: 2_047 },
      }
      if (!part.hasPin)
        return new Endpoint(DoorLockDevice.with(LockServer, ...BRIDGED), {
          ...common,
          doorLock: lock,
        })
      return new Endpoint(DoorLockDevice.with(PinLockServer, ...BRIDGED), {
        ...common,
        doorLock: {
          ...lock,
          numberOfTotalUsersSupported: 1,
          numberOfPinUsersSupported: 1,
          numberOfCredentialsSupportedPerUser: 1,
          credentialRulesSupport: { single: true },
          minPinCodeLength: MIN_PIN_LENGTH,
          maxPinCodeLength: MAX_PIN_LENGTH,
          wrongCodeEntryLimit: WRONG_PINS,
          userCodeTemporaryDisableTime: DISABLED_S,
          requirePinForRemoteOperation: true,
        },
      })
    }
    case 'contact':
      return new Endpoint(ContactSensorDevice.with(...BRIDGED), {
        ...common,
        booleanState: { stateValue: false },
      })
    case 'foil':
      return new Endpoint(OnOffPlugInUnitDevice.with(SwitchServer, ...BRIDGED), {
        ...common,
        onOff: { onOff: false },
      })
    case 'light':
      return part.dims
        ? new Endpoint(DimmableLightDevice.with(SwitchServer, LevelServer, ...BRIDGED), {
            ...common,
            onOff: { onOff: false },
            levelControl: { currentLevel: FULL_LEVEL, minLevel: 1, maxLevel: FULL_LEVEL },
          })
        : new Endpoint(OnOffLightDevice.with(SwitchServer, ...BRIDGED), {
            ...common,
            onOff: { onOff: false },
          })
  }
}
