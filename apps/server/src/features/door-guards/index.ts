import type { Activity } from '#features/activity/index.ts'
import type { CareStore, DeviceEvents, DeviceService } from '#features/devices/index.ts'
import type { PasskeyChecks, Prove } from '#features/second-factor/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createChallengeStore } from './challenges.store.ts'
import { createDoorGuardService } from './door-guards.service.ts'
import { createPinAttempts } from './pin-attempts.ts'

export { doorGuardRoutes } from './door-guards.routes.ts'
export type { DoorGuardService, DoorProof } from './door-guards.service.ts'

interface DoorGuardsOptions {
  database: Database
  clock: Clock
  devices: DeviceService
  guards: CareStore
  events: DeviceEvents
  secondFactor: { passkeys: PasskeyChecks; prove: Prove }
  activity: Activity
}

/** Doors whose owner asks for more than a tap. */
export const createDoorGuards = ({ database, events, secondFactor, ...options }: DoorGuardsOptions) =>
  createDoorGuardService({
    ...options,
    ...secondFactor,
    challenges: createChallengeStore(database.db),
    pinAttempts: createPinAttempts(),
    updated: events.updated,
  })
