import {
  type DeviceSettings,
  type DeviceStateMessage,
  type DeviceStatus,
  type DeviceStatusMessage,
  type DeviceType,
  type ErrorCode,
  kindOf,
} from '@senca/contract'
import { createSystemClock, createTimerSet } from '../clock.ts'
import type { WallSwitchAction } from '../hardware/behaviour.ts'
import { changedSettings, factorySettings, keptSettings } from '../hardware/settings.ts'
import { createSupply } from '../hardware/supply.ts'
import { createBelonging } from './belonging.ts'
import { type Command, createCommandDesk } from './command-desk.ts'
import { createKey, publicKeyOf, signToken } from './device-key.ts'
import type { DeviceMemory } from './device-memory.ts'
import type { VirtualDeviceOptions } from './device-options.ts'
import { createFaultBox, type Fault } from './faults.ts'
import { refusalOfFirst } from './first-generation.ts'
import { createHealth } from './health.ts'
import { partsOf } from './parts-of.ts'
import { createReporter, type DevicePublication } from './reporter.ts'
import { createUpgradable } from './upgradable.ts'

export type { VirtualDeviceOptions } from './device-options.ts'

/** A controller seen from outside: its connection to the server, and its manual operation. */
export interface VirtualDevice {
  readonly id: string
  readonly type: DeviceType
  /** Called when the connection subscribes to the `command` topic; the server then sends the time. */
  subscribing(): void
  /**
   * Attaches a connection whose `command` topic is subscribed: publishes status, then state. Calls `subscribeAgain` when it needs
   * the server time again. Returns a function that detaches it.
   */
  attach(publish: (publication: DevicePublication) => void, subscribeAgain?: () => void): () => void
  /** Handles a message of the `command` topic. */
  receive(text: string): void
  /** The token for its sign-in at this host if it has a key; null: it signs in with its secret. */
  signInToken(host: string): string | null
  /** Stores the set-up code, which its status contains until it belongs to a home. */
  offerSetupCode(setupCode: string): void
  /** Whether it has power and network, so that it should connect. */
  wantsLink(): boolean
  onLinkWanted(listener: (isWanted: boolean) => void): () => void
  /** The state that it would report now, with the counts of the last report. */
  state(): DeviceStateMessage
  fault(fault: Fault): void
  /** Ends all faults: power and network are restored, and nothing is stuck. */
  clearFaults(): void
  /** Operates the wall switch. Returns whether it had an effect. */
  wallSwitch(action: WallSwitchAction): boolean
  /** Opens or closes the door leaf by hand. Returns false if there is no leaf that can be moved. */
  door(action: 'open' | 'close'): boolean
  /** Presses the reset button under the cover: the device forgets its home without a command. */
  factoryReset(): void
  memory(): DeviceMemory
  /** Called whenever the memory may have changed. */
  onChange(listener: () => void): () => void
  /** Freezes the device in its present state: it neither sends nor receives, and its memory no longer changes. */
  freeze(): void
  /** Freezes the device and drops its connection. */
  stop(): void
}

/** Creates a virtual controller of any type. It starts powered and not connected. */
export function createVirtualDevice(options: VirtualDeviceOptions): VirtualDevice {
  const { id, type: fittedType, memory = null, speed = 1 } = options
  const clock = options.clock ?? createSystemClock()
  /** The timers of the controller, which a power cut cancels. */
  const inner = createTimerSet(clock)
  const faults = createFaultBox()
  let settings = keptSettings(memory?.state.settings, fittedType)
  const belonging = createBelonging(memory?.isFactoryReset ?? false)
  /** A factory reset removes the factory key, so a device with a memory uses only the key in that memory. */
  let key = memory === null ? (options.privateKey ?? null) : memory.key
  let keptStatus: DeviceStatus = 'ready'
  let frozen: DeviceMemory | null = null
  let subscribeAgain = (): void => {}

  const type = (): DeviceType => settings.devicetype ?? fittedType

  const reporter = createReporter({
    clock: inner,
    faults,
    totalRestarts: (memory?.state.totalRestarts ?? 0) + 1,
    status: (): DeviceStatusMessage => ({
      connected: true,
      type: type(),
      ...upgradable.reported(),
      ...belonging.reported(),
      ...(upgradable.generation() === 1 ? {} : { health: health.reported() }),
    }),
    state: () => ({
      status: supply.isRestarting() ? 'restarting' : (upgradable.status() ?? behaviour.status()),
      ...behaviour.fields(),
      ...upgradable.fields(),
      ...(options.battery === undefined ? {} : { battery: options.battery }),
      settings,
    }),
    isMoving: () => behaviour.status() !== 'ready' || upgradable.status() !== null,
  })

  const upgradable = createUpgradable({
    clock: inner,
    speed,
    type: fittedType,
    options,
    memory,
    hasNetwork: () => supply.wantsLink(),
    changed: () => changed(),
    keep: () => options.keep?.(),
    sayStatus: reporter.status,
    restart: () => restart(),
  })

  const health = createHealth({
    deviceId: id,
    clock,
    nowMs: () => desk.nowMs(),
    kept: memory?.health ?? null,
  })

  const changed = (): void => {
    const status = behaviour.status()
    if (health.changed(status) && supply.hasPower()) reporter.status()
    if (status !== keptStatus) {
      keptStatus = status
      options.keep?.()
    }
    if (supply.hasPower()) reporter.changed()
  }

  const behaviour = partsOf(options, { clock: inner, speed, type, settings: () => settings, changed })

  const supply = createSupply({
    clock,
    off(reason) {
      reporter.detach()
      upgradable.off()
      behaviour.halt(reason)
      inner.cancelAll()
      reporter.quiet()
      desk.reset()
      reporter.changed()
    },
    on() {
      reporter.countRestart()
      health.started()
      upgradable.on()
      behaviour.boot()
      changed()
    },
  })

  const configure = (next: DeviceSettings): void => {
    const before = type()
    settings = next
    behaviour.configure()
    options.keep?.()
    if (type() !== before) reporter.status()
  }

  const changeSettings = (change: DeviceSettings): ErrorCode | null => {
    const nextType = change.devicetype ?? type()
    if (kindOf(nextType).family !== kindOf(fittedType).family) return 'bad_command_value'
    const next = changedSettings(settings, change, nextType)
    const isRebuilt = nextType !== type() || next.inclinationType !== settings.inclinationType
    if (isRebuilt && behaviour.status() !== 'ready') return 'device_busy'
    const names = Object.keys(change)
    const isWithoutMeaning = names.length > 0 && names.every((name) => !Object.hasOwn(next, name))
    if (isWithoutMeaning) return 'device_unsupported_action'
    configure(next)
    return null
  }

  const restart = (): void => {
    behaviour.halt('restart')
    supply.restart()
  }

  const forget = (): void => {
    behaviour.halt('restart')
    belonging.forget()
    key = null
    configure(factorySettings(fittedType))
    behaviour.boot()
  }

  const execute = (command: Command): ErrorCode | null => {
    if (supply.isRestarting() || (upgradable.status() !== null && command.command !== 'withdraw'))
      return 'device_busy'
    const refusal = upgradable.generation() === 1 ? refusalOfFirst(command) : null
    if (refusal !== null) return refusal
    switch (command.command) {
      case 'settings':
        return changeSettings(command.settings)
      case 'restart':
        restart()
        return null
      case 'forget':
        forget()
        return null
      case 'register_key':
        key = createKey()
        options.keep?.()
        return null
      case 'withdraw':
        return null
      case 'upgrade':
        // New firmware starts with a restart, and nothing may be moving then.
        if (behaviour.status() !== 'ready') return 'device_busy'
        upgradable.begin(command)
        return null
      default:
        return behaviour.execute(command)
    }
  }

  const desk = createCommandDesk({
    clock: inner,
    faults,
    execute: (command) => reporter.holding(() => execute(command)),
    result: (id, error, command) =>
      reporter.result(
        id,
        error,
        command?.command === 'register_key' && key !== null ? { publicKey: publicKeyOf(key) } : {},
      ),
    timeDoubted() {
      subscribeAgain()
      // [DP42] Some brokers do not report subscriptions to the server; the status makes it send the time as well.
      reporter.status()
    },
    accepted(command, isTime) {
      // Clears the error of the previous upgrade.
      if (command.command === 'upgrade') reporter.status()
      changed()
      if (command.command === 'forget') reporter.status()
      // A command that only sets the time is sent to every device, so it does not prove that this one belongs to a home.
      else if (command.command !== 'withdraw' && !isTime && belonging.receivedFromHome()) reporter.status()
    },
  })

  const strike = (fault: Fault): void => {
    switch (fault.kind) {
      case 'jam':
        behaviour.jam(fault)
        break
      case 'lost_position':
        behaviour.losePlace()
        break
      case 'restart':
        if (!supply.hasPower()) break
        restart()
        changed()
        break
      case 'power_cut':
        supply.cutPower(fault.ms)
        break
      case 'lost_link':
        supply.cutNetwork(fault.ms)
        break
      default:
        faults.set(fault)
        if (fault.kind === 'false_zero') changed()
    }
  }

  const memoryNow = (): DeviceMemory =>
    frozen ?? {
      state: reporter.fullState(),
      isFactoryReset: belonging.isFactoryReset(),
      isOrderly: false,
      key,
      ...upgradable.memory(),
      health: health.memory(),
    }

  const freeze = (): void => {
    frozen = { ...memoryNow(), isOrderly: true }
    reporter.detach()
    inner.cancelAll()
  }

  supply.onLinkWanted((isWanted) => {
    if (!isWanted) reporter.detach()
  })
  if (memory !== null) behaviour.boot()

  return {
    id,
    type: fittedType,
    subscribing: () => desk.subscribed(),
    attach(publish, again = () => {}) {
      if (frozen !== null) return () => {}
      subscribeAgain = again
      return reporter.attach(publish)
    },
    receive(text) {
      if (frozen === null && supply.wantsLink()) desk.receive(text)
    },
    signInToken: (host) =>
      key === null ? null : signToken(key, { deviceId: id, host, nowMs: desk.nowMs() }),
    offerSetupCode(setupCode) {
      belonging.offer(setupCode)
      reporter.status()
    },
    wantsLink: supply.wantsLink,
    onLinkWanted: supply.onLinkWanted,
    state: () => memoryNow().state,
    fault: strike,
    clearFaults() {
      faults.clear()
      behaviour.unjam()
      supply.restore()
      if (supply.hasPower()) reporter.correct()
    },
    wallSwitch: (action) =>
      supply.hasPower() &&
      !supply.isRestarting() &&
      upgradable.status() === null &&
      behaviour.wallSwitch(action),
    door(action) {
      const hasMoved = behaviour.moveLeaf(action === 'open')
      if (!supply.hasPower()) inner.cancelAll()
      return hasMoved
    },
    factoryReset() {
      if (!supply.hasPower()) return
      forget()
      // Publishes the reset first: all later reports belong to no home [DP9].
      reporter.status()
      changed()
    },
    memory: memoryNow,
    onChange: reporter.onChange,
    freeze,
    stop() {
      freeze()
      supply.stop()
    },
  }
}
