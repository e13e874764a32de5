import type {
  Capability,
  Counts,
  DeviceCommand,
  DeviceSettings,
  DeviceStatus,
  DeviceType,
  ErrorCode,
  MaintenanceCommand,
  ReportedCharge,
  ReportedFields,
  ReportedHealth,
  VentilationCommand,
} from '@senca/contract'
import type { Confirmation, EntitySource } from '@senca/contract/discovery'
import type { Limitation } from './entities/entity.ts'

/** The commands that every driver executes. */
export type HardwareCommand =
  | DeviceCommand
  | VentilationCommand
  | Extract<MaintenanceCommand, { command: 'abort' }>

/** What only some drivers can do with their hardware, and the commands for it. */
interface FacetCommands {
  /** Restarts, calibrations and settings. */
  maintenance: Extract<MaintenanceCommand, { command: 'restart' | 'recalibrate' | 'settings' }>
  /** Keys by which the hardware signs in. */
  credentials: Extract<MaintenanceCommand, { command: 'register_key' }>
  /** New firmware. */
  firmware: Extract<MaintenanceCommand, { command: 'upgrade' }>
  /** The hardware knows the home that it belongs to, and must forget it when it leaves. */
  forget: Extract<MaintenanceCommand, { command: 'forget' }>
}
export type Facet = keyof FacetCommands

/** All commands that can be sent to a device. */
export type DriverCommand = HardwareCommand | FacetCommands[Facet]

export interface DriverRequest<C extends DriverCommand = DriverCommand> {
  /** The address that the driver uses for the endpoint. */
  address: string
  command: C
}

/** How an endpoint confirms a command: it answers that it has taken it; only its later reports show it; nothing does. */
export type { Confirmation }

/** What is always true of an endpoint. */
export interface EndpointTraits {
  confirmation: Confirmation
  /** Whether its protocol says that it moves, or that follows from its positions alone. */
  motion: 'reported' | 'derived'
  /** Whether a command that the endpoint did not answer is void. If false, what was handed over may still happen later. */
  expires: boolean
  /** How far from its goal a reported value still counts as reached. */
  tolerance: number
}

/** Values in the scales of the product: 0 is open, off or clear; 1 is closed, full or milky. Absent values are unchanged. */
export interface ReportedState extends ReportedFields {
  status?: DeviceStatus | undefined
  settings?: DeviceSettings | undefined
}

/**
 * A report of an endpoint about itself or its connection, requested or not. Reports with an `order` are applied according to
 * `isNewer`; a report without one counts as newer than all before it.
 */
export type DeviceReport = {
  address: string
  order?: Counts
  /** For a retained message: the time at which the broker was asked for it. Nobody knows when it was published. */
  keptSince?: Date
} & (
  | {
      kind: 'presence'
      connected: boolean
      /**
       * Absent if the connection itself is observed. If the endpoint reports its connection: the ascending number of the
       * connection, null if the endpoint does not count them.
       */
      session?: number | null
      /** When the connection ended, if this is reported late. */
      endedAt?: Date
    }
  | {
      kind: 'hardware'
      /** Null if the hardware does not report it. */
      type: DeviceType | null
      version: number | null
      firmware: string | null
      factoryReset: boolean | null
      /** Why its last upgrade failed. */
      upgradeError?: string
      /** The setup code that the device was given, reported while it is in no home. */
      setupCode?: string
      /** Its health values. */
      health?: ReportedHealth
      /** Null if it reports none; then they follow from its type, its parts and its generation. */
      capabilities: readonly Capability[] | null
    }
  | {
      kind: 'state'
      state: ReportedState
      /** When the hardware reported it, if that was before. */
      at?: Date
      /** It follows from a command or from time, or is about a part that does not decide how old the state of its device is. */
      isDerived?: boolean
    }
  | { kind: 'charge'; charge: ReportedCharge }
)

/** Why a request was not accepted. */
export class DriverError extends Error {
  override readonly name = 'DriverError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The data that a device returns with its acknowledgement. */
interface Reported {
  /** For `register_key`: the key in the form that the device sent. */
  publicKey?: unknown
}

export interface ExecuteOptions {
  /**
   * Aborts the request: a device that has not started it must not start it, acknowledged or not. If the device has not
   * acknowledged it, `execute` still waits until the device answers or the request expires.
   */
  signal: AbortSignal
  /** For safety: it does not wait for its turn among the commands of the same bridge. */
  isUrgent?: boolean | undefined
  /**
   * Called when the device acknowledges the request, before any later report of it, and never before `execute` has returned.
   * Contains the data of the acknowledgement if the request asks for it. If the endpoint confirms by reports: called with the
   * first evidence, a live message that changes the endpoint or reports the goal, also after `execute` has resolved. Never called
   * if nothing confirms.
   */
  acknowledged?: ((reported?: Reported) => void) | undefined
}

/** What is reported again: everything, or only whether the endpoint is connected. */
export type Refreshed = 'all' | 'connection'

/**
 * Sends once and never queues. Resolves when the endpoint has acknowledged the request, or, if it confirms otherwise, when the
 * request was handed over. Throws a DriverError if the device is offline, refuses or does not answer in time.
 */
export type Execute<C extends DriverCommand> = (
  request: DriverRequest<C>,
  options: ExecuteOptions,
) => Promise<void>

/** What a driver reports to. */
export interface DriverHost {
  report(report: DeviceReport): void
  /** The driver cannot go on. It is stopped, and started again later. */
  failed(error: unknown): void
}

/**
 * A driver for one protocol. It only translates: scales, names and special cases of the protocol are not visible outside. A facet
 * is absent if its hardware has no such thing.
 */
export interface HardwareDriver extends Readonly<{ [F in Facet]?: Execute<FacetCommands[F]> }> {
  /** Reports at once which endpoints are already connected. It may be started again after it was stopped. */
  start(host: DriverHost): Promise<void>
  /** Undoes all of `start`, also of one that failed. Ends all waiting requests at once, with `internal_error`. */
  stop(): Promise<void>
  describe(address: string): EndpointTraits
  readonly execute: Execute<HardwareCommand>
  /**
   * Reports the last state of these endpoints again, for drivers whose hardware stays connected while no server runs. Absent if
   * `start` reports everything.
   */
  refresh?(addresses: readonly string[], what?: Refreshed): void
  /** Null if nothing is known of it. Absent for hardware of our own protocol. */
  inspect?(address: string): Promise<HardwareDescription | null>
  /** The stored settings of the device have changed: resolves when its commands follow them. Absent if hardware stores settings. */
  settingsStored?(address: string): Promise<void>
  /** Called after the clock of the server was set back. Absent if the hardware does not measure by it. */
  clockSetBack?(): void
}

/** What hardware of another maker is and can become, for the owner of its device. */
export interface HardwareDescription {
  entityId: string
  source: EntitySource
  manufacturer: string | null
  model: string | null
  sw: string | null
  available: boolean
  announced: boolean
  confirmation: Confirmation
  limitations: readonly Limitation[]
  /** The types that its device may have. */
  types: readonly DeviceType[]
}

/** The drivers by name. The name is stored with each endpoint. */
export type Drivers = Readonly<Record<string, HardwareDriver>>

/** The address of an endpoint, unique across all drivers. */
export interface EndpointAddress {
  driver: string
  address: string
}
