import { type Charge, LIMITS } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import {
  type DeviceReport,
  DriverError,
  type EndpointTraits,
  type ExecuteOptions,
  type HardwareCommand,
  type HardwareDescription,
  type ReportedState,
} from '../driver.ts'
import { createAwaitedAnswers } from './awaited-answers.ts'
import {
  COVER_TOLERANCE,
  type CoverEvent,
  type CoverMotion,
  motionDueAt,
  nextMotion,
  targetOf,
  UNKNOWN_MOTION,
} from './cover-motion.ts'
import type { Entity } from './entity.ts'
import type { Binding, EntityHome } from './entity-home.ts'
import type { EntityCommand, EntityEvent } from './entity-model.ts'
import { type EntityStep, stepsOf, targetOfStep } from './part-commands.ts'
import { capabilitiesOfPart, coverReadingOf, partStateOf } from './part-state.ts'
import { createStateReports, type ReportOf } from './state-reports.ts'

/** The whole way of a cover whose travel time nobody has set. */
const TRAVEL_MS = 60_000
/** So long after its first axis the second one of a command is sent. */
const AXES_MS = 150

interface Sendable {
  entity: Entity
  steps: readonly EntityStep[]
  commands: readonly EntityCommand[]
}

function refuseFailed({ commands }: Sendable): void {
  const refused = commands.find((command) => 'error' in command)
  if (refused !== undefined && 'error' in refused) throw new DriverError(refused.error, refused.detail)
}

interface BoundEntityOptions {
  clock: Pick<Clock, 'now' | 'after'>
  home: EntityHome
  address: string
  report(report: DeviceReport): void
  /** Resolves when a command to the hardware of the bridge may be sent [HW47]. */
  turn(entity: Entity): Promise<void>
}

/** The endpoint of a device at an entity: it translates reports and commands, derives motion and finds what confirms a command. */
export class BoundEntity {
  readonly address: string
  binding: Binding
  readonly #clock: Pick<Clock, 'now' | 'after'>
  readonly #home: EntityHome
  readonly #report: (report: DeviceReport) => void
  readonly #turn: (entity: Entity) => Promise<void>
  readonly #states: ReturnType<typeof createStateReports>
  readonly #awaited: ReturnType<typeof createAwaitedAnswers>
  #motion = UNKNOWN_MOTION
  #cancelMotion = () => {}
  /** Null until it was reported. */
  #isConnected: boolean | null = null
  #abilities = ''
  #isStopped = false

  constructor(binding: Binding, { clock, home, address, report, turn }: BoundEntityOptions) {
    this.binding = binding
    this.address = address
    this.#clock = clock
    this.#home = home
    this.#report = (one) => {
      if (home.isReporter(binding.entityId)) report(one)
    }
    this.#turn = turn
    this.#states = createStateReports({ clock, report: (of) => this.#reportNow(of) })
    this.#awaited = createAwaitedAnswers({ clock, address })
  }

  /** Reports everything that is known, as the host has just started or the device has just been made. */
  start(): void {
    this.#isStopped = false
    this.#abilities = ''
    this.#isConnected = null
    this.#describe()
    this.checkConnection()
    this.#readCover(false)
    // Its battery may report later. Until then the last charge stays.
    const charge = this.#home.chargeOf(this.binding.entityId)
    if (charge !== null) this.#reportCharge(charge)
    const reportedAt = this.#entity()?.state.reportedAt ?? null
    if (reportedAt === null) this.#states.next('kept')
    else this.#reportNow({ at: reportedAt })
  }

  /** The settings of the device have changed, or its part. */
  rebind(binding: Binding): void {
    if (JSON.stringify(binding) === JSON.stringify(this.binding)) return
    this.binding = binding
    this.#cancelMotion()
    this.#motion = UNKNOWN_MOTION
    this.start()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelMotion()
    this.#states.stop()
    this.#awaited.fail('internal_error')
    this.#setConnected(false)
  }

  traits(): EndpointTraits {
    const entity = this.#entity()
    const isReported = entity?.confirmation === 'acknowledged' || this.#motion.reportsMotion
    return {
      confirmation: entity?.confirmation ?? 'none',
      motion: isReported ? 'reported' : 'derived',
      expires: false,
      tolerance: this.binding.part === 'cover' ? COVER_TOLERANCE : LIMITS.TARGET_TOLERANCE,
    }
  }

  describe(): HardwareDescription | null {
    const entity = this.#entity()
    if (entity === null) return null
    const { id: entityId, source, device, announced, confirmation, limitations, types } = entity
    return {
      entityId,
      source,
      manufacturer: device?.manufacturer ?? null,
      model: device?.model ?? null,
      sw: device?.sw ?? null,
      available: this.#isReachable(),
      announced,
      confirmation,
      limitations,
      types,
    }
  }

  receive(event: EntityEvent): void {
    switch (event.event) {
      case 'appeared':
      case 'changed':
      case 'gone':
        this.#describe()
        this.checkConnection()
        // A part that is away is unknown, and so is a word that nobody knows.
        if (this.binding.isMain && this.#isConnected === true) this.#states.next('kept')
        return
      case 'acknowledged':
        this.#awaited.answered(event.command, event.error, event.detail)
        return
      case 'commanded':
        if (this.binding.part === 'cover') this.#commandedElsewhere(event)
        this.#states.derived()
        return
      case 'charged':
        this.#reportCharge(this.#home.chargeOf(this.binding.entityId) ?? {})
        return
      case 'failed':
        this.#awaited.fail(event.error, event.detail)
        return
      case 'reported': {
        const { isLive, hasChanged } = event
        const isEvidence = isLive && this.#awaited.confirm(this.#entity()?.state, hasChanged)
        this.#readCover(isLive)
        if (isLive || hasChanged) this.#states.next(isLive ? 'live' : 'kept')
        // The report decides how the command ends, for example that its lock has jammed.
        if (isEvidence) this.#states.flush()
      }
    }
  }

  isUnreachable(): boolean {
    return !this.#home.isConnected(this.binding.entityId)
  }

  /** Compares whether the entity is available, and whether somebody receives its commands, with what was reported. */
  checkConnection(): void {
    this.#setConnected(this.#isReachable())
  }

  /** Sends a command once. Resolves when the hardware has answered it, or was handed it if it does not answer. */
  async execute(command: HardwareCommand, options: ExecuteOptions): Promise<void> {
    const find = () => {
      const entity = this.#reachable()
      const steps = stepsOf(command, entity, this.binding, this.binding)
      return { entity, steps, commands: steps.map((step) => this.#home.commandsFor(entity.id, step)) }
    }
    const sendable = await this.#inTurn(find, options)
    const before = this.#motion
    // A bridge may repeat the target before the message is known to be handed over.
    if (this.binding.part === 'cover') this.#moveOn(this.#coverCommand(command))
    const begun = this.#motion
    try {
      await this.#send(sendable, options)
    } catch (error) {
      const isOffline = error instanceof DriverError && error.code === 'device_offline'
      if (isOffline && this.#motion === begun) this.#setMotion(before)
      throw error
    }
  }

  async maintain(what: 'restart' | 'recalibrate', options: ExecuteOptions): Promise<void> {
    const find = () => {
      const entity = this.#reachable()
      return { entity, steps: [], commands: [this.#home.maintenanceFor(entity.id, what)] }
    }
    await this.#send(await this.#inTurn(find, options), options)
  }

  /** What cannot be sent is refused before it waits for its turn; meanwhile its hardware may have left, or been announced otherwise. */
  async #inTurn(find: () => Sendable, { signal, isUrgent }: ExecuteOptions): Promise<Sendable> {
    const first = find()
    refuseFailed(first)
    if (isUrgent === true) return first
    await this.#turn(first.entity)
    if (signal.aborted) throw new DriverError('device_request_timeout', 'the command was withdrawn')
    const sendable = find()
    refuseFailed(sendable)
    return sendable
  }

  #entity(): Entity | null {
    return this.#home.find(this.binding.entityId)
  }

  #isReachable(): boolean {
    const entity = this.#entity()
    if (entity === null || !entity.announced || !entity.state.available) return false
    if (this.isUnreachable()) return false
    // A contact has none.
    const topic = this.#home.commandTopicOf(entity.id)
    return topic === null || this.#home.hasSubscriber(entity.id, topic)
  }

  #reachable(): Entity {
    const entity = this.#entity()
    if (this.isUnreachable())
      throw new DriverError('device_unreachable', `the broker of ${this.address} is not connected`)
    if (this.#isStopped || entity === null || !this.#isReachable())
      throw new DriverError('device_offline', `${this.address} is not available`)
    return entity
  }

  #describe(): void {
    const entity = this.#entity()
    if (entity === null) return
    const capabilities = capabilitiesOfPart(entity, this.binding)
    if (this.#abilities === capabilities.join()) return
    this.#abilities = capabilities.join()
    const unknown = { type: null, version: null, firmware: null, factoryReset: null }
    this.#report({ kind: 'hardware', address: this.address, ...unknown, capabilities })
  }

  /** The connection of another part than the main one is seen in its state alone. */
  #setConnected(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return
    const wasKnown = this.#isConnected !== null
    this.#isConnected = isConnected
    if (this.binding.isMain) this.#report({ kind: 'presence', address: this.address, connected: isConnected })
    else if (wasKnown) this.#states.derived()
  }

  async #send(
    { entity, steps, commands }: Sendable,
    { acknowledged }: Pick<ExecuteOptions, 'acknowledged'>,
  ): Promise<void> {
    const sendable = commands.flatMap((command) => ('error' in command ? [] : [command]))
    const messages = sendable.flatMap((command) => command.messages)
    if (!messages.every(({ topic }) => this.#home.hasSubscriber(entity.id, topic)))
      throw new DriverError('device_offline', `nobody receives the commands of ${this.address}`)
    const answers = sendable.flatMap(({ command }) =>
      command === null ? [] : [this.#awaited.forAnswer(command)],
    )
    // An answer may come before the last message is written.
    const answered = Promise.all(answers.map(({ promise }) => promise))
    answered.catch(() => {})
    const evidence = this.#awaited.forEvidence(steps.at(-1), entity, acknowledged)
    try {
      for (const message of messages)
        if (!(await this.#home.publish(entity.id, message)))
          throw new DriverError(
            'device_offline',
            `nobody received a command of ${this.address} within a second`,
          )
      for (const step of steps) this.#home.sent(entity.id, step)
      // An optimistic cover is where it was sent.
      if (entity.state.assumed) this.#readCover(true)
      this.#states.derived()
      evidence?.sent()
      if (entity.confirmation !== 'acknowledged') return
      await answered
      acknowledged?.()
    } catch (error) {
      evidence?.end()
      for (const { end } of answers) end()
      throw error
    }
  }

  /** The two axes of one command come one after the other. */
  #commandedElsewhere(step: EntityStep): void {
    const at = this.#now()
    const target = targetOfStep(step, this.binding)
    const { command } = this.#motion
    const isSecond = command !== null && at - command.sentAt <= AXES_MS && Object.keys(target).length > 0
    this.#moveOn({
      kind: 'command',
      at,
      target: isSecond ? { ...command.target, ...target } : target,
      travelMs: this.binding.travelMs ?? TRAVEL_MS,
    })
  }

  #coverCommand(command: HardwareCommand): CoverEvent {
    const { position, inclination } = { position: undefined, inclination: undefined, ...command }
    const target = {
      ...(position === undefined ? {} : { position: position / 100 }),
      ...(inclination === undefined ? {} : { inclination: inclination / 100 }),
    }
    return { kind: 'command', at: this.#now(), target, travelMs: this.binding.travelMs ?? TRAVEL_MS }
  }

  #readCover(isLive: boolean): void {
    const state = this.#entity()?.state
    if (state?.kind !== 'cover') return
    const reading = coverReadingOf(state, this.binding)
    const isRepeated = !isLive && reading.position === null && reading.inclination === null
    if (!isRepeated) this.#moveOn({ kind: 'report', at: this.#now(), reading, isLive })
  }

  #moveOn(event: CoverEvent): void {
    const next = nextMotion(this.#motion, event)
    if (next !== this.#motion) this.#setMotion(next)
  }

  #setMotion(next: CoverMotion): void {
    this.#motion = next
    this.#cancelMotion()
    const dueAt = motionDueAt(next)
    if (dueAt === null) return
    this.#cancelMotion = this.#clock.after(Math.max(0, dueAt - this.#now()), () => {
      this.#moveOn({ kind: 'time', at: this.#now() })
      this.#states.derived()
    })
  }

  #stateNow(): ReportedState | null {
    const entity = this.#entity()
    if (entity === null) return null
    if (this.binding.part !== 'cover')
      return partStateOf(entity, this.binding, !this.binding.isMain && !this.#isReachable())
    const { place, status, assumed } = this.#motion
    return { ...place, status, assumed, target: targetOf(this.#motion) }
  }

  #reportCharge({ battery, batteryLow }: Charge): void {
    const charge = { battery: battery ?? null, batteryLow: batteryLow ?? null }
    this.#report({ kind: 'charge', address: this.address, charge })
  }

  /** Of a kept state, what is not known leaves what was known. The main part decides how old the state of its device is. */
  #reportNow(when: ReportOf): void {
    const state = this.#stateNow()
    if (state === null) return
    const isKept = when.keptSince !== undefined
    const known = Object.fromEntries(Object.entries(state).filter(([, value]) => !isKept || value !== null))
    const derived = this.binding.isMain ? {} : { isDerived: true }
    this.#report({ kind: 'state', address: this.address, state: known, ...when, ...derived })
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
