import { type Clock, createTimerSet } from '../clock.ts'

/** The time from the answer to a restart until the connection is lost, and from there until the controller runs again. */
const RESTART_DELAY_MS = 200
const BOOT_MS = 1_500

interface SupplyOptions {
  clock: Clock
  /** Called when the controller stops. */
  off(reason: 'restart' | 'power_cut'): void
  /** Called when the controller runs again. */
  on(): void
}

/** The mains power and the network of a device. */
export interface Supply {
  hasPower(): boolean
  isRestarting(): boolean
  /** Whether the device can connect. */
  wantsLink(): boolean
  onLinkWanted(listener: (isWanted: boolean) => void): () => void
  restart(): void
  /** Without `ms`, the power is off until `restore` is called. */
  cutPower(ms: number | undefined): void
  cutNetwork(ms: number | undefined): void
  restore(): void
  stop(): void
}

export function createSupply({ clock, off, on }: SupplyOptions): Supply {
  const mains = createTimerSet(clock)
  const network = createTimerSet(clock)
  const listeners = new Set<(isWanted: boolean) => void>()
  let hasPower = true
  let hasNetwork = true
  let isRestarting = false
  let isStopped = false
  let wasWanted = true

  const wantsLink = (): boolean => hasPower && hasNetwork && !isStopped

  const notify = (): void => {
    const isWanted = wantsLink()
    if (isWanted === wasWanted) return
    wasWanted = isWanted
    for (const listener of listeners) listener(isWanted)
  }

  const powerOff = (reason: 'restart' | 'power_cut'): void => {
    hasPower = false
    off(reason)
    notify()
  }

  const powerOn = (): void => {
    mains.cancelAll()
    if (hasPower) return
    hasPower = true
    isRestarting = false
    on()
    notify()
  }

  const connectNetwork = (): void => {
    network.cancelAll()
    hasNetwork = true
    notify()
  }

  return {
    hasPower: () => hasPower,
    isRestarting: () => isRestarting,
    wantsLink,
    onLinkWanted(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restart() {
      if (!hasPower || isRestarting) return
      isRestarting = true
      mains.after(RESTART_DELAY_MS, () => {
        powerOff('restart')
        mains.after(BOOT_MS, powerOn)
      })
    },
    cutPower(ms) {
      mains.cancelAll()
      if (hasPower) powerOff('power_cut')
      if (ms !== undefined) mains.after(ms, powerOn)
    },
    cutNetwork(ms) {
      network.cancelAll()
      hasNetwork = false
      notify()
      if (ms !== undefined) network.after(ms, connectNetwork)
    },
    restore() {
      connectNetwork()
      if (!hasPower) powerOn()
    },
    stop() {
      isStopped = true
      mains.cancelAll()
      network.cancelAll()
      notify()
    },
  }
}
