import {
  type CommandResult,
  type DeviceCommand,
  type DeviceInfo,
  type GuestLink,
  isBusy,
  type ServerMessage,
} from '@senca/contract'
import { createStore } from 'zustand/vanilla'
import { applyEvent } from '#core/apply-event.ts'
import type { Clock } from '#core/clock.ts'
import { startPolling } from '#core/polling.ts'
import { createReach } from '#core/reach.ts'
import type { RealtimeClient } from '#core/realtime-client.ts'
import { createCommands } from '#features/device-model/commands.ts'
import { withLoaded, withResult, withStateUpdate } from '#features/device-model/device-merge.ts'
import type { GuestApi, GuestTerms } from './guest.api.ts'
import { usesOf } from './link-view.ts'
import { type BlockReason, blockReasonOf, blockReasonOfState, retryDelayOf } from './refusal.ts'

export interface GuestState {
  /** Loading; the devices, live; or why not. */
  page: { name: 'loading' } | { name: 'open' } | BlockReason
  /** As it was last; null before the first answer. */
  link: GuestLink | null
  devices: Readonly<Record<string, DeviceInfo>>
  /** Whether the devices were had by the last call; it speaks of them where no socket does. */
  isReached: boolean
}

interface Needs {
  /** Null where the address has none. */
  token: string | null
  api: GuestApi
  realtime: Pick<RealtimeClient, 'connect' | 'closeAll' | 'status'>
  /** The PIN that was right in this tab before. */
  keptPin: string | null
  /** Also for what else the link's PIN is needed with; null forgets it. */
  keepPin(pin: string | null): void
  /** Whether the page can be seen: where it cannot, nothing is asked for again. */
  isSeen(): boolean
  clock: Clock
}

/** Timers of browsers end early when they are longer than 24 days. */
const LONGEST_WAIT_MS = 3_600_000
/** What the server says of the moment in which a link ends, it says after it. */
const AFTER_END_MS = 300
const CLOCK_SKEW_RETRY_MS = 5_000

/** Follows a link for its guest: what it lends, how that stands, and when it begins or ends. Looking spends nothing. */
export function createGuest({ token, api, realtime, keptPin, keepPin, isSeen, clock }: Needs) {
  const store = createStore<GuestState>(() => ({
    page: { name: 'loading' },
    link: null,
    devices: {},
    isReached: false,
  }))
  const setReached = createReach(clock, (isReached) => store.setState({ isReached }))
  let pin = keptPin
  const setPin = (entered: string | null) => {
    pin = entered
    keepPin(entered)
  }
  /** Counts loads: the answers to an earlier one are not used. */
  let run = 0
  let isLoading = false
  /** Devices whose state was pushed since their load began: with equal counts the push is the newer one. */
  const pushed = new Set<string>()
  let cancelWait = () => {}
  /** How often a link that lends nothing was asked for again in vain. */
  let tries = 0

  const terms = (): GuestTerms => ({ deviceLinkToken: token ?? '', ...(pin === null ? {} : { pin }) })
  const isOpen = () => store.getState().page.name === 'open'

  const wait = (ms: number) => {
    cancelWait()
    cancelWait = clock.after(Math.min(ms, LONGEST_WAIT_MS), () => void load())
  }

  const showBlocked = (page: BlockReason) => {
    cancelWait()
    realtime.closeAll()
    commands.clear()
    store.setState({ page, devices: {} })
    const patience = retryDelayOf(page, store.getState().link, clock.now(), tries)
    if (patience === null) return
    cancelWait = clock.after(Math.min(patience, LONGEST_WAIT_MS), () => {
      // Counted where it is asked: what is refused twice at once, by a lost socket and a taken device, is in vain once.
      tries += 1
      if (isSeen()) void load()
    })
  }

  const refuse = (failure: unknown) => {
    const blockReason = blockReasonOf(failure, store.getState().link, pin !== null)
    if (blockReason.name === 'pin') setPin(null)
    // A network that is gone for a while ends nothing: the connection says so itself, and comes back.
    if (blockReason.name !== 'failed' || !isOpen()) showBlocked(blockReason)
    else setReached(false)
  }

  const keepDevices = (loaded: Readonly<Record<string, DeviceInfo>>) => {
    const { devices: known } = store.getState()
    const devices = Object.fromEntries(
      Object.entries(loaded).map(([id, device]) => [id, withLoaded(known[id], device, pushed.has(id))]),
    )
    tries = 0
    store.setState({ page: { name: 'open' }, devices })
    setReached(true)
    for (const device of Object.values(devices)) commands.reported(device)
  }

  const loadDevices = () => {
    pushed.clear()
    return api.devices(terms())
  }

  async function load(): Promise<void> {
    if (token === null) return showBlocked({ name: 'notRecognized' })
    run += 1
    const own = run
    isLoading = true
    try {
      const info = api.info(terms())
      // The way there and back is long: at first both are asked for at once, and the link says why there are no devices.
      const early = store.getState().page.name === 'loading' ? loadDevices() : null
      early?.catch(() => {})
      const link = await info
      if (own !== run) return
      store.setState({ link })
      const blockReason = blockReasonOfState(link)
      if (blockReason !== null) return showBlocked(blockReason)
      const devices = await (early ?? loadDevices())
      if (own !== run) return
      keepDevices(devices)
      const left = Date.parse(link.expiresAt) - clock.now()
      // Where its end is over by our clock and not by the server's, that is asked for in a while.
      wait(left > 0 ? left + AFTER_END_MS : CLOCK_SKEW_RETRY_MS)
      realtime.connect(token)
    } catch (failure) {
      if (own === run) refuse(failure)
    } finally {
      if (own === run) isLoading = false
    }
  }

  const put = (device: DeviceInfo) => {
    const { devices } = store.getState()
    if (!isOpen()) return
    const kept = withLoaded(devices[device.id], device, false)
    store.setState({ devices: { ...devices, [device.id]: kept } })
    commands.reported(kept)
  }

  const sinks = {
    put(device: DeviceInfo) {
      put(device)
      // The answer may have been made before the change.
      if (isLoading) void load()
    },
    deleted(deviceId: string) {
      const { [deviceId]: _, ...devices } = store.getState().devices
      store.setState({ devices })
      void load()
    },
    stateUpdated(update: Parameters<typeof withStateUpdate>[1]) {
      const known = store.getState().devices[update.deviceId]
      const next = known === undefined ? null : withStateUpdate(known, update)
      if (next === null) return
      pushed.add(update.deviceId)
      put(next)
    },
  }

  /** Sends, and learns from the answer whether the link still stands and how often it may yet be used. */
  const send = async (call: Promise<CommandResult[]>, isUse: boolean): Promise<CommandResult[]> => {
    try {
      const results = await call
      const { link } = store.getState()
      const isCounted = isUse && link !== null && usesOf(link) !== null
      const isSpent = isCounted && results.some(({ status }) => status === 'success')
      // A link whose last use this was may have nothing more to say.
      if (isSpent) store.setState({ link: { ...link, uses: link.uses + 1 } })
      const isRefused = results.some(
        (one) => one.status === 'error' && one.error === 'insufficient_permission',
      )
      if (isCounted || isRefused) void load()
      return results
    } catch (failure) {
      void load()
      throw failure
    }
  }

  const commands = createCommands({
    api: {
      move: (deviceId: string, command: DeviceCommand) => send(api.act(terms(), deviceId, command), true),
      abort: (deviceId: string) => send(api.stop(terms(), deviceId), false),
    },
    clock,
    stateOf: (id) => store.getState().devices[id],
    isConnected: () =>
      store.getState().isReached || (token !== null && realtime.status(token)?.state === 'live'),
    onResults(results) {
      for (const result of results) {
        for (const id of result.device_ids) {
          const device = store.getState().devices[id]
          const next = device === undefined ? undefined : withResult(device, result)
          if (next !== undefined && next !== device) put(next)
        }
      }
    },
  })

  const isBusyNow = (): boolean =>
    commands.isAnyInFlight() ||
    Object.values(store.getState().devices).some(({ state }) => isBusy(state.status))

  /** While no socket tells of the devices they are asked for. */
  const followByCalls = (isLive: () => boolean): void =>
    startPolling({ clock, isNeeded: () => isOpen() && isSeen() && !isLive(), isBusy: isBusyNow, load })

  return {
    followByCalls,
    /** No socket speaks any more: what is known is what was. */
    lost: () => setReached(false),
    /** Of the link's connection. */
    key: token ?? '',
    store,
    commands,
    load,
    /** Somebody looks again, or the network is back: what lends nothing may do so now. */
    returned() {
      const { name } = store.getState().page
      if (name === 'open' || name === 'loading' || name === 'pin' || name === 'notRecognized') return
      tries = 0
      void load()
    },
    /** Tries again with a PIN. */
    enterPin(entered: string) {
      setPin(entered)
      return load()
    },
    heard(messages: readonly ServerMessage[]) {
      for (const message of messages) applyEvent(message, sinks)
    },
  }
}
export type Guest = ReturnType<typeof createGuest>

/** The fewest and the most digits of a PIN. */
export const PIN_LENGTH = { least: 4, most: 8 } as const
