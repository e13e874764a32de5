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
  SaidHealth,
  VentilationCommand,
} from '@senca/contract'

/** What may be sent to a device. */
export type DriverCommand =
  | DeviceCommand
  | VentilationCommand
  | Exclude<MaintenanceCommand, { command: 'withdraw' }>

export interface DriverRequest {
  /** The endpoint, as its driver names it. */
  address: string
  command: DriverCommand
}

/** What became of a request: done, taken, or sent where nothing ever answers. */
export type DriverOutcome = 'completed' | 'acknowledged' | 'unconfirmed'

/** Scales of the product: 0 open, off or clear; 1 closed, full or milky. What is left out stays as it was. */
export interface ReportedState extends ReportedFields {
  status?: DeviceStatus | undefined
  settings?: DeviceSettings | undefined
}

/**
 * What an endpoint reports of itself or of its connection, whether or not it was asked. Reports with an `order` are applied
 * by the ordering rule of `isNewer`; without one each report counts as newer than those before it.
 */
export type DeviceReport = {
  address: string
  order?: Counts
  /** The broker kept it: it was said before, nobody knows when. */
  isKept?: true
} & (
  | {
      kind: 'presence'
      connected: boolean
      /**
       * Left out where the connection itself tells. Where the endpoint reports it: which of its connections says so, a number
       * that rises; null where it does not count them.
       */
      session?: number | null
      /** When it ended, where that is told later. */
      endedAt?: Date
    }
  | {
      kind: 'hardware'
      /** Null where the hardware does not tell. */
      type: DeviceType | null
      version: number | null
      firmware: string | null
      factoryReset: boolean | null
      /** Why its last upgrade failed. */
      upgradeError?: string
      /** What it was given in its set-up, as long as it is in no home. */
      setupCode?: string
      /** How it fares. */
      health?: SaidHealth
      /** Null: what its type and the parts that it reports allow. */
      capabilities: readonly Capability[] | null
    }
  | { kind: 'state'; state: ReportedState }
)

/** Why a request was not taken. */
export class DriverError extends Error {
  override readonly name = 'DriverError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What a device says with its acknowledgement. */
export interface Said {
  /** Of `register_key`: as the device gave it. */
  publicKey?: unknown
}

export interface ExecuteOptions {
  /**
   * Takes the request back: a device that has not begun it must not begin it, acknowledged or not. Where the device has not
   * acknowledged it, `execute` still waits until the device answers or the request is void.
   */
  signal: AbortSignal
  /**
   * Called the moment the device takes the request, before anything that it says later is reported, and never before
   * `execute` has returned. What the device said beside that is there where the request asks for it.
   */
  acknowledged?: (said?: Said) => void
}

/** One outside protocol. It translates, and nothing else: scales, words and quirks end here. */
export interface Driver {
  /** Reports at once which endpoints are connected already. */
  start(report: (report: DeviceReport) => void): Promise<void>
  /** Ends at once what is waited for, with `internal_error`. */
  stop(): Promise<void>
  /**
   * Has these endpoints reported again as they were last heard, for drivers whose hardware stays connected while nobody
   * listens. Left out where `start` tells it all.
   */
  refresh?(addresses: readonly string[]): void
  /** Sends once, never queues. Throws a DriverError when the device is away, refuses or does not answer in time. */
  execute(request: DriverRequest, options: ExecuteOptions): Promise<DriverOutcome>
}
