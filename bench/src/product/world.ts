import type { FakeDevices } from '../devices/fake-devices.ts'

/** A report as it arrived on a websocket. */
export interface Update {
  deviceId: string
  position: number | null
  totalStateUpdates: number | null
  /** When its frame came in, before anybody read it: reading is the client's work, not the server's. */
  at: number
}

/** One socket that shows devices. */
export interface Viewer {
  close(): void
  /** Ends without a goodbye. */
  cut(): void
}

/** One client who sends commands and sees what becomes of them. */
export interface Commander extends Viewer {
  /** Resolves once the server has answered, where it answers at all. Throws when it refuses. */
  move(deviceId: string, percent: number): Promise<void>
}

/** Something to measure: the product, or the floor below it. Device ids are those of one home. */
export interface World {
  readonly name: 'product' | 'floor'
  readonly serverPid: number
  /** Of what works for the server in other processes: its database. */
  helperPids(): number[]
  readonly devices: FakeDevices
  /** Makes homes of so many connected devices each; answers their device ids. */
  addHomes(homes: number, devicesEach: number): Promise<string[][]>
  /** Makes connected devices that belong to nobody; milliseconds, and how many were refused. */
  addIdleDevices(count: number): Promise<{ ms: number; refused: number }>
  openViewer(home: readonly string[], seen: (update: Update) => void): Promise<Viewer>
  /** It sees the whole home, and reads only what names its device: its reading is not what is measured. */
  openCommander(home: readonly string[], deviceId: string, seen: (update: Update) => void): Promise<Commander>
  stop(): Promise<void>
}
