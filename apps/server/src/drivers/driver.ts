import type {
  Capability,
  Counts,
  DeviceCommand,
  DeviceSettings,
  DeviceStatus,
  DeviceType,
  ErrorCode,
  MaintenanceCommand,
  ReportedFields,
  ReportedHealth,
  VentilationCommand,
} from '@senca/contract'

/** The commands that can be sent to a device. */
export type DriverCommand =
  | DeviceCommand
  | VentilationCommand
  | Exclude<MaintenanceCommand, { command: 'withdraw' }>

export interface DriverRequest {
  /** The address that the driver uses for the endpoint. */
  address: string
  command: DriverCommand
}

/** The result of a request: completed, acknowledged, or sent to hardware that never answers. */
export type DriverOutcome = 'completed' | 'acknowledged' | 'unconfirmed'

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
  | { kind: 'state'; state: ReportedState }
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
  /**
   * Called when the device acknowledges the request, before any later report of it, and never before `execute` has returned.
   * Contains the data of the acknowledgement if the request asks for it.
   */
  acknowledged?: (reported?: Reported) => void
}

/** What is reported again: everything, or only whether the endpoint is connected. */
export type Refreshed = 'all' | 'connection'

/** A driver for one protocol. It only translates: scales, names and special cases of the protocol are not visible outside. */
export interface Driver {
  /** Reports at once which endpoints are already connected. */
  start(report: (report: DeviceReport) => void): Promise<void>
  /** Ends all waiting requests at once, with `internal_error`. */
  stop(): Promise<void>
  /**
   * Reports the last state of these endpoints again, for drivers whose hardware stays connected while no server runs. Absent if
   * `start` reports everything.
   */
  refresh?(addresses: readonly string[], what?: Refreshed): void
  /** Called after the clock of the server was set back. Absent if the hardware does not measure by it. */
  clockSetBack?(): void
  /** Sends once and never queues. Throws a DriverError if the device is offline, refuses or does not answer in time. */
  execute(request: DriverRequest, options: ExecuteOptions): Promise<DriverOutcome>
}
