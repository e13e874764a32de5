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

/** A controller as the world sees it: its two ends are the wire and the hand. */
export interface VirtualDevice {
  readonly id: string
  readonly type: DeviceType
  /** Called when the link subscribes to the `command` topic: it is told the time then. */
  subscribing(): void
  /**
   * Takes up a connection whose `command` topic is subscribed: publishes status, then state. Calls `subscribeAgain` when it
   * has to be told the time again. Returns its own undo.
   */
  attach(publish: (publication: DevicePublication) => void, subscribeAgain?: () => void): () => void
  /** What arrived on `command`, as text. */
  receive(text: string): void
  /** What it signs in with at this host where it has a key; null: its secret. */
  signInToken(host: string): string | null
  /** It was set up with this code, which it says until its home knows it. */
  offerSetupCode(setupCode: string): void
  /** Whether it has power and network, so that a link should try to connect. */
  wantsLink(): boolean
  onLinkWanted(listener: (isWanted: boolean) => void): () => void
  /** What it would report now; counts as of the last report. */
  state(): DeviceStateMessage
  fault(fault: Fault): void
  /** Ends every fault: power and network are back, what was stuck is free. */
  clearFaults(): void
  /** The switch on the wall; whether it had something to move. */
  wallSwitch(action: WallSwitchAction): boolean
  /** A hand on the door leaf; whether there was one. */
  door(action: 'open' | 'close'): boolean
  /** The button under the cover: forgets its home without being asked by it. */
  factoryReset(): void
  memory(): DeviceMemory
  /** Called whenever the memory may have changed. */
  onChange(listener: () => void): () => void
  /** Stands still as it is, says and hears nothing more; the memory stays at what it was. */
  freeze(): void
  /** Freezes, and lets go of the link. */
  stop(): void
}

/** Builds a virtual controller of any kind. It starts with its power on and nobody connected. */
export function createVirtualDevice(options: VirtualDeviceOptions): VirtualDevice {
  const { id, type: fittedType, memory = null, speed = 1 } = options
  const clock = options.clock ?? createSystemClock()
  /** What runs on the controller itself, and dies with its power. */
  const inner = createTimerSet(clock)
  const faults = createFaultBox()
  let settings = keptSettings(memory?.state.settings, fittedType)
  const belonging = createBelonging(memory?.isFactoryReset ?? false)
  /** What was burnt in is gone with a reset: a memory tells of one. */
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
      ...upgradable.said(),
      ...belonging.said(),
      ...(upgradable.generation() === 1 ? {} : { health: health.said() }),
    }),
    state: () => ({
      status: supply.isRestarting() ? 'restarting' : (upgradable.status() ?? behaviour.status()),
      ...behaviour.fields(),
      ...upgradable.fields(),
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
        // New firmware starts with a restart, which nothing may be moving in.
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
      // [DP42] A broker that tells nobody who subscribes would bring no time otherwise.
      reporter.status()
    },
    accepted(command, isTime) {
      // That the one before failed is over.
      if (command.command === 'upgrade') reporter.status()
      changed()
      if (command.command === 'forget') reporter.status()
      // The time is told to any device.
      else if (command.command !== 'withdraw' && !isTime && belonging.heardFromHome()) reporter.status()
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
      // First of all that it begins again: what it reports from here on is of no home [DP9].
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
