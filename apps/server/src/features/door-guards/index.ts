import type { Activity } from '#features/activity/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { PasskeyChecks, Prove } from '#features/second-factor/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createChallengeStore } from './challenges.store.ts'
import { doorGuardRoutes } from './door-guards.routes.ts'
import { type BridgePins, createDoorGuardService } from './door-guards.service.ts'
import { createPinAttempts, createWrongPins } from './pin-attempts.ts'

export type { DoorGuardService, DoorProof } from './door-guards.service.ts'

interface DoorGuardsOptions {
  activity: Activity
  bridges: { pins: BridgePins }
  devices: Pick<Devices, 'service' | 'guards' | 'events'>
  limits: LimitService
  secondFactor: { passkeys: PasskeyChecks; prove: Prove }
}

/** Registers doors whose owner requires more than a tap for unlocking. */
export function registerDoorGuards(context: AppContext, options: DoorGuardsOptions) {
  const { database, clock, http, everyHour } = context
  const { activity, bridges, devices, limits, secondFactor } = options
  const doorGuards = createDoorGuardService({
    clock,
    devices: devices.service,
    guards: devices.guards,
    activity,
    bridgePins: bridges.pins,
    passkeys: secondFactor.passkeys,
    prove: secondFactor.prove,
    challenges: createChallengeStore(database.db),
    pinAttempts: createPinAttempts(),
    wrongPins: createWrongPins(limits),
    updated: devices.events.updated,
  })
  everyHour(doorGuards.forgetOld)
  http.register(doorGuardRoutes, { doorGuards })
  return doorGuards
}
