import type {
  DeviceCommand,
  DeviceStateMessage,
  DeviceType,
  ErrorCode,
  MaintenanceCommand,
  VentilationCommand,
} from '@senca/contract'

/** What may be sent to a device. */
export type DriverCommand =
  | DeviceCommand
  | VentilationCommand
  | Exclude<MaintenanceCommand, { command: 'withdraw' }>

export interface DriverRequest {
  deviceId: string
  command: DriverCommand
}

/** What became of a request: done, taken, or sent where nothing ever answers. */
export type DriverOutcome = 'completed' | 'acknowledged' | 'unconfirmed'

/** What a device said, or how its connection changed; asked for or not, the last one is the truth. */
export type DriverReport =
  | { kind: 'connection'; deviceId: string; connected: boolean }
  | {
      kind: 'status'
      deviceId: string
      type: DeviceType | null
      version: 1 | 2 | null
      firmware: string | null
      factoryReset: boolean
    }
  | { kind: 'state'; deviceId: string; state: DeviceStateMessage }

/** Why a request was not taken; `code` is one of those that a device's result may carry. */
export class DriverError extends Error {
  override readonly name = 'DriverError'
  readonly code: ErrorCode
  readonly deviceId: string

  constructor(code: ErrorCode, deviceId: string, message: string) {
    super(message)
    this.code = code
    this.deviceId = deviceId
  }
}

export interface ExecuteOptions {
  /**
   * Takes the request back: a device that has not begun it must not begin it, acknowledged or not. Where the device has not
   * acknowledged it, `execute` still waits until the device answers or the request is void.
   */
  signal: AbortSignal
  /**
   * Called the moment the device takes the request, before anything that it says later is reported, and never before
   * `execute` has returned.
   */
  acknowledged?: () => void
}

/** One outside protocol. It translates, and nothing else: scales, words and quirks end here. */
export interface Driver {
  start(report: (report: DriverReport) => void): Promise<void>
  /** Ends at once what is waited for, with `internal_error`. */
  stop(): Promise<void>
  /** Sends once, never queues. Throws a DriverError when the device is away, refuses or does not answer in time. */
  execute(request: DriverRequest, options: ExecuteOptions): Promise<DriverOutcome>
  isConnected(deviceId: string): boolean
}
