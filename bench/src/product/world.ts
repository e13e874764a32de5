import type { FakeDevices } from '../devices/fake-devices.ts'

/** A report as received on a websocket. */
export interface Update {
  deviceId: string
  position: number | null
  totalStateUpdates: number | null
  /** When its frame arrived, before it was parsed: parsing is work of the client, not of the server. */
  at: number
}

/** One socket that receives the states of devices. */
export interface Viewer {
  close(): void
  /** Cuts the connection without a clean close. */
  cut(): void
}

/** A client that sends commands and receives their results. */
export interface Commander extends Viewer {
  /** Resolves when the server has answered, if it answers at all. Throws if it refuses. */
  move(deviceId: string, percent: number): Promise<void>
}

/** What is measured: the product or the floor. Device ids are those of one home. */
export interface World {
  readonly name: 'product' | 'floor'
  /** The pids of the server, of all its instances. */
  readonly serverPids: readonly number[]
  /** The pids of other processes that work for the server: its database. */
  helperPids(): number[]
  readonly devices: FakeDevices
  /** Creates homes with `devicesEach` connected devices each. Returns their device ids. */
  addHomes(homes: number, devicesEach: number): Promise<string[][]>
  /** Creates connected devices without an owner. Returns the milliseconds and how many were refused. */
  addIdleDevices(count: number): Promise<{ ms: number; refused: number }>
  openViewer(home: readonly string[], seen: (update: Update) => void): Promise<Viewer>
  /** Receives messages of the whole home, but parses only those with its device, so that parsing is not measured. */
  openCommander(home: readonly string[], deviceId: string, seen: (update: Update) => void): Promise<Commander>
  stop(): Promise<void>
}
