import type { DeviceStatusMessage } from '@senca/contract'

/** Whether a device has forgotten its home, and what it was given to come into another one. */
export interface Belonging {
  isFactoryReset(): boolean
  said(): Pick<DeviceStatusMessage, 'factoryReset' | 'setupCode'>
  forget(): void
  /** It was set up with this code. */
  offer(setupCode: string): void
  /** A command from its home proves that it has one; answers whether its status says something else now. */
  heardFromHome(): boolean
}

export function createBelonging(wasReset: boolean): Belonging {
  let isFactoryReset = wasReset
  let setupCode: string | null = null
  return {
    isFactoryReset: () => isFactoryReset,
    said: () => ({
      ...(isFactoryReset ? { factoryReset: true } : {}),
      ...(setupCode === null ? {} : { setupCode }),
    }),
    forget() {
      isFactoryReset = true
    },
    offer(code) {
      setupCode = code
    },
    heardFromHome() {
      if (!isFactoryReset && setupCode === null) return false
      isFactoryReset = false
      setupCode = null
      return true
    },
  }
}
