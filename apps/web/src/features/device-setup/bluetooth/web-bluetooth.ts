/** The used part of Web Bluetooth, for which TypeScript has no types. */

export interface Characteristic extends EventTarget {
  readonly value?: DataView | undefined
  readValue(): Promise<DataView>
  startNotifications(): Promise<unknown>
  writeValueWithResponse(bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

export interface BluetoothDevice extends EventTarget {
  readonly gatt?: {
    connect(): Promise<{
      getPrimaryService(uuid: string): Promise<{ getCharacteristic(uuid: string): Promise<Characteristic> }>
    }>
    disconnect(): void
  }
}

export interface Bluetooth {
  /** Whether the machine has Bluetooth and the page may use it. */
  getAvailability(): Promise<boolean>
  /** Lets the person choose a device. Rejects with a `NotFoundError` if none is chosen. */
  requestDevice(options: { filters: { services: string[] }[] }): Promise<BluetoothDevice>
}

declare global {
  interface Navigator {
    readonly bluetooth?: Bluetooth
  }
}
