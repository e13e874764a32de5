/** What of Web Bluetooth is used; TypeScript does not know it. */

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
  /** Whether the machine has it, and it may be used. */
  getAvailability(): Promise<boolean>
  /** Has the person choose; rejects with a `NotFoundError` where nothing is chosen. */
  requestDevice(options: { filters: { services: string[] }[] }): Promise<BluetoothDevice>
}

declare global {
  interface Navigator {
    readonly bluetooth?: Bluetooth
  }
}
