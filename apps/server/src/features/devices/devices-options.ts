import type { Drivers } from '#drivers/driver.ts'
import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { BridgeActor, LinkActor, ReceivedRole } from '#features/rights/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { BridgesOf, MaintenanceOf, RoomOf } from './device-info.ts'
import type { SafetyOf } from './devices.service.ts'
import type { DeviceSignIns } from './keys/device-sign-ins.ts'
import type { Leaving } from './registry/changing-hands.store.ts'
import type { DeviceSafety } from './settings/maintenance.service.ts'
import type { HardwareReport } from './shadow/ingest.ts'

/** What drivers need to know about hardware of our own protocol. */
interface Hardware {
  /** Whether a device may sign in with this password. */
  maySignIn: DeviceSignIns['mayConnect']
  /** Whether the hardware is connected, to any instance. */
  isConnected(address: string): boolean
}

/** Creates the drivers, by the driver names that endpoints are stored with. */
export type CreateDrivers = (hardware: Hardware) => Drivers

/** Called with the setup code that a device reports. `isUnreachable` if the command to forget its home failed before. */
export type OnSetupCode = (deviceId: string, setupCode: string, isUnreachable: boolean) => Promise<void>

/** Called after the hardware data that a device reported has been written. */
export type FollowHardware = (deviceId: string, notified: HardwareReport) => void

/** Returns a link actor with what the link shares now. */
export type RenewLink = (link: LinkActor) => Promise<LinkActor>

export interface DevicesOptions {
  accounts: Pick<AccountService, 'find'>
  activity: Pick<Activity, 'record' | 'recordIn' | 'recordLocal' | 'flushOf'>
  createDrivers: CreateDrivers
  limits: LimitService
  notify: Pick<Notify, 'publish'>
  bridges: {
    renew(bridge: BridgeActor): Promise<BridgeActor>
    /** Returns which bridges have devices, for their owners. */
    bridgesOf(deviceIds: readonly string[]): Promise<BridgesOf>
  }
  /** What roles share with accounts. */
  received: {
    fresh(accountId: string): Promise<readonly ReceivedRole[]>
    dropHome(home: string | null): void
    /** Returns who maintains devices by a role now, for their owners. */
    maintenanceOf(deviceIds: readonly string[]): Promise<MaintenanceOf>
  }
  /** Returns the rooms of devices, for every account. */
  roomsOf(queries: Queries, deviceIds: readonly string[]): Promise<RoomOf>
  /** What keeps devices safe. */
  safety: DeviceSafety & { infoOf: SafetyOf }
  /** Called in the transaction by which devices leave their owner. */
  left(queries: Queries, leaving: Leaving, now: Date): Promise<void>
}
