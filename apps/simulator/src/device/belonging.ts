import type { DeviceStatusMessage } from '@senca/contract'

/** Tracks whether a device has forgotten its home, and its set-up code for a new home. */
export interface Belonging {
  isFactoryReset(): boolean
  reported(): Pick<DeviceStatusMessage, 'factoryReset' | 'setupCode'>
  forget(): void
  /** Stores the set-up code that the device was given. */
  offer(setupCode: string): void
  /**
   * Called after a command from the server, which proves that the device belongs to a home. Returns whether its status has
   * changed.
   */
  receivedFromHome(): boolean
}

export function createBelonging(wasReset: boolean): Belonging {
  let isFactoryReset = wasReset
  let setupCode: string | null = null
  return {
    isFactoryReset: () => isFactoryReset,
    reported: () => ({
      ...(isFactoryReset ? { factoryReset: true } : {}),
      ...(setupCode === null ? {} : { setupCode }),
    }),
    forget() {
      isFactoryReset = true
    },
    offer(code) {
      setupCode = code
    },
    receivedFromHome() {
      if (!isFactoryReset && setupCode === null) return false
      isFactoryReset = false
      setupCode = null
      return true
    },
  }
}
