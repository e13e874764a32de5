import type { Device, Shadow } from '#features/devices/index.ts'

/** A roller shutter that belongs to Anna. */
export const exampleDevice: Device = {
  id: 'abcdefgh',
  type: 'roller_shutter',
  ownerId: 'anna',
  name: 'Kitchen',
  settings: {},
  formerSafePlaces: null,
  favourite: null,
  ventilation: null,
  sun: null,
  doorId: null,
  unlockBy: 'tap',
  isClaimable: false,
  claimableUntil: null,
  reportedFactoryReset: false,
  mustForget: false,
  mustSendSettings: false,
  upgradeFailure: null,
  claimedAt: null,
}

/** Its shadow before it first connects. */
export const unseenShadow: Shadow = {
  deviceId: exampleDevice.id,
  endpoints: {},
  connected: false,
  fields: {},
  settings: {},
  counts: { totalRestarts: null, totalStateUpdates: null },
  reportedAt: null,
  isAgeUnknown: false,
  lastSeenAt: null,
  commandTarget: null,
  arrival: null,
  reportedFactoryReset: false,
  awaitsReset: false,
  wasSet: false,
  generation: 0,
}

/** Its shadow at rest. */
export const readyShadow: Shadow = {
  ...unseenShadow,
  connected: true,
  reportedAt: new Date(),
  fields: { status: 'ready', position: 0 },
}
