import {
  type CommandResult,
  type DeviceCommand,
  type DeviceInfo,
  type GuestLink,
  isBusy,
  type ServerMessage,
} from '@senca/contract'
import { createStore } from 'zustand/vanilla'
import type { Clock } from '#core/clock.ts'
import { createReach } from '#core/reach.ts'
import { applyEvent } from '#core/realtime/apply-event.ts'
import { startPolling } from '#core/realtime/polling.ts'
import type { RealtimeClient } from '#core/realtime/realtime-client.ts'
import { createCommands } from '#features/device-model/commands/commands.ts'
import { withLoaded, withResult, withStateUpdate } from '#features/device-model/device-merge.ts'
import type { GuestApi, GuestTerms } from './guest.api.ts'
import { usesOf } from './link-view.ts'
import { type BlockReason, blockReasonOf, blockReasonOfState, retryDelayOf } from './refusal.ts'

export interface GuestState {
  /** `loading`, `open` with live devices, or the reason why the link does not work. */
  page: { name: 'loading' } | { name: 'open' } | BlockReason
  /** The last known link; null before the first answer. */
  link: GuestLink | null
  devices: Readonly<Record<string, DeviceInfo>>
  /** Whether the last call loaded the devices. Without a socket this decides whether they are up to date. */
  isReached: boolean
}

interface Needs {
  /** Null if the URL contains none. */
  token: string | null
  api: GuestApi
  realtime: Pick<RealtimeClient, 'connect' | 'closeAll' | 'status'>
  /** The PIN that was accepted in this tab before. */
  keptPin: string | null
  /** Stores the PIN for everything else that needs it; null removes it. */
  keepPin(pin: string | null): void
  /** Whether the page is visible. While it is hidden, nothing is requested again. */
  isSeen(): boolean
  clock: Clock
}

/** Browsers fire timers that are longer than 24 days too early, so long waits are split. */
const LONGEST_WAIT_MS = 3_600_000
/** The server's answer only changes after the link has ended, so the request is sent this much later. */
const AFTER_END_MS = 300
const CLOCK_SKEW_RETRY_MS = 5_000

/**
 * The state of a link for its guest: what it shares, the state of the devices, and when it starts or ends. Loading does not count
 * as a use.
 */
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
  /** Counts the loads. Answers of an earlier load are ignored. */
  let run = 0
  let isLoading = false
  /** Devices whose state was pushed since the current load started. With equal counts the push is newer than the load. */
  const pushed = new Set<string>()
  let cancelWait = () => {}
  /** How often a link that does not work was requested again without success. */
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
    const timeout = retryDelayOf(page, store.getState().link, clock.now(), tries)
    if (timeout === null) return
    cancelWait = clock.after(Math.min(timeout, LONGEST_WAIT_MS), () => {
      // Counted at the request and not at the refusal: a lost socket and a removed device may cause two refusals of one attempt.
      tries += 1
      if (isSeen()) void load()
    })
  }

  const refuse = (failure: unknown) => {
    const blockReason = blockReasonOf(failure, store.getState().link, pin !== null)
    if (blockReason.name === 'pin') setPin(null)
    // A network failure does not end an open link: the socket reports it and reconnects.
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
      // A round trip may take long, so the first load requests both at once. If there are no devices, the link says why.
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
      // If the link has ended by our clock but not by the server's, it is requested again after a while.
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
      // The answer of the running load may be older than this change.
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

  /** Sends a command. The answer also says whether the link still works, and counts its uses. */
  const send = async (call: Promise<CommandResult[]>, isUse: boolean): Promise<CommandResult[]> => {
    try {
      const results = await call
      const { link } = store.getState()
      const isCounted = isUse && link !== null && usesOf(link) !== null
      const isSpent = isCounted && results.some(({ status }) => status !== 'error')
      // After the last use the server may send no further information about the link.
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
      // A link has one action in each call, and each unlock is a use of it.
      unlock: (deviceId, locks, unlock) =>
        locks.map((command) => send(api.act(terms(), deviceId, command, unlock), true)),
      abort: (deviceId: string) => send(api.stop(terms(), deviceId), false),
    },
    clock,
    stateOf: (id) => store.getState().devices[id],
    isConnected: () =>
      store.getState().isReached || (token !== null && realtime.status(token)?.state === 'live'),
    onResults(results, sentFrom) {
      for (const result of results) {
        for (const id of result.device_ids) {
          const device = store.getState().devices[id]
          const next = device === undefined ? undefined : withResult(device, result, sentFrom)
          if (next !== undefined && next !== device) put(next)
        }
      }
    },
  })

  const isBusyNow = (): boolean =>
    commands.isAnyInFlight() ||
    Object.values(store.getState().devices).some(({ state }) => isBusy(state.status))

  /** Polls the devices while no socket is live. */
  const followByCalls = (isLive: () => boolean): void =>
    startPolling({ clock, isNeeded: () => isOpen() && isSeen() && !isLive(), isBusy: isBusyNow, load })

  return {
    followByCalls,
    /** Call when the socket is lost: the shown state may then be outdated. */
    lost: () => setReached(false),
    /** The auth key of the link's connection. */
    key: token ?? '',
    store,
    commands,
    load,
    /** Call when the guest returns to the page or the network is back: a link that did not work may work now. */
    returned() {
      const { name } = store.getState().page
      if (name === 'open' || name === 'loading' || name === 'pin' || name === 'notRecognized') return
      tries = 0
      void load()
    },
    /** Loads again with a PIN. */
    enterPin(entered: string) {
      setPin(entered)
      return load()
    },
    received(messages: readonly ServerMessage[]) {
      for (const message of messages) applyEvent(message, sinks)
    },
  }
}
export type Guest = ReturnType<typeof createGuest>

/** The minimum and maximum number of digits of a PIN. */
export const PIN_LENGTH = { least: 4, most: 8 } as const
