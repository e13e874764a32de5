import { expect } from 'vitest'
import { createDeviceGroups } from '#drivers/entities/device-groups.ts'
import type { Entity, EntityAction } from '#drivers/entities/entity.ts'
import type {
  EntityEvent,
  EntityModel,
  EntityModelOptions,
  EntityNotice,
  EntityPublish,
} from '#drivers/entities/entity-model.ts'
import { createFakeClock } from '../fake-clock.ts'
import type { CaseCommand, EntityCase, ExpectedState } from './entity-case.ts'

export type CreateModel = (options: EntityModelOptions) => EntityModel

/** A model whose topics are subscribed as soon as they are asked for, and what it said. */
export function startModel(create: CreateModel, { maxEntities }: { maxEntities?: number } = {}) {
  const events: EntityEvent[] = []
  const notices: EntityNotice[] = []
  const published: EntityPublish[] = []
  const clock = createFakeClock()
  const wanted = new Set<string>()
  const model = create({
    clock,
    groups: createDeviceGroups(),
    report: (event) => events.push(event),
    notice: (notice) => notices.push(notice),
    publish: (messages) => published.push(...messages),
    topicsChanged({ added, removed }) {
      for (const topic of removed) wanted.delete(topic)
      for (const topic of added) wanted.add(topic)
    },
    ...(maxEntities !== undefined && { maxEntities: () => maxEntities }),
  })
  const settle = () => model.subscribed([...wanted])
  return {
    model,
    events,
    notices,
    published,
    clock,
    wanted,
    settle,
    send(topic: string, payload: string | object | Buffer, retained = false) {
      const bytes = Buffer.isBuffer(payload)
        ? payload
        : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
      model.receive({ topic, payload: bytes, retained })
      settle()
    },
  }
}

export type StartedModel = ReturnType<typeof startModel>

/** The names of what templates may ask Home Assistant about itself, which is refused with a reason. */
const HOST_STATE = ['template:state_attr', 'template:states', 'template:entity_id']

export const needsHost = ({ needs }: EntityCase): boolean =>
  needs?.some((need) => HOST_STATE.includes(need)) === true

export function checkIsRefused(entities: readonly Entity[]): void {
  expect(entities.flatMap(({ limitations }) => limitations.map(({ code }) => code))).toContain(
    'template_refused',
  )
}

/** What must be known after all messages of a case. */
export function checkEntities(entities: readonly Entity[], one: EntityCase): void {
  const all = [...(one.expectState === undefined ? [] : [one.expectState]), ...(one.expectAll ?? [])]
  for (const expected of all) checkState(findEntity(entities, expected, one), expected)
  if (one.badEntity !== undefined) checkBadEntity(entities, one.badEntity)
  checkCounts(entities, one)
}

export function runEntityCase(create: CreateModel, one: EntityCase): void {
  const started = performance.now()
  const run = startModel(create)
  for (const { topic, payload } of [...one.discovery, ...(one.messages ?? [])]) run.send(topic, payload)
  if (one.maxMilliseconds !== undefined) expect(performance.now() - started).toBeLessThan(one.maxMilliseconds)

  if (needsHost(one)) {
    checkIsRefused(run.model.list())
    return
  }
  checkEntities(run.model.list(), one)
  if (one.expectNotices !== undefined) expect(run.notices.map(({ code }) => code)).toEqual(one.expectNotices)
  for (const command of one.commands ?? []) runCommand(run.model, one, command)
}

export function findEntity(
  entities: readonly Entity[],
  expected: ExpectedState,
  one: EntityCase,
): Entity | undefined {
  const kind = expected.kind ?? one.expectState?.kind ?? one.kind
  const address = expected.entity ?? one.entity
  const found = entities.filter(
    (entity) =>
      (kind === undefined || entity.kind === kind) && (address === undefined || entity.address === address),
  )
  expect(found.length, `${kind} ${address ?? ''}`).toBeLessThan(2)
  return found[0]
}

/** What of an entity a case can expect, in its words. */
function inWordsOfCases(entity: Entity) {
  const { state } = entity
  const percent = (share: number | null) =>
    share === null ? null : { percentOpen: Math.round((1 - share) * 100), product: expect.closeTo(share, 1) }
  return {
    kind: entity.kind,
    exists: true,
    name: entity.name,
    address: entity.address,
    deviceClass: entity.deviceClass,
    available: state.available,
    assumed: state.assumed,
    unread: state.unread,
    can: entity.can,
    limitations: entity.limitations.map(({ code }) => code),
    ...(state.kind === 'cover' && {
      closed: state.closed,
      moving: state.moving,
      position: percent(state.position),
      tilt: percent(state.inclination),
    }),
    ...(state.kind === 'lock' && {
      lockState: state.lockState,
      locked: state.lockState === 'unknown' ? null : state.lockState === 'locked',
    }),
    ...('on' in state && { on: state.on }),
    ...(state.kind === 'light' && {
      brightness:
        state.brightness === null
          ? null
          : { ha255: Math.round(state.brightness * 255), product: expect.closeTo(state.brightness, 1) },
    }),
  }
}

export function checkState(
  entity: Entity | undefined,
  { entity: _address, ...expected }: ExpectedState,
): void {
  if (expected.exists === false) {
    expect(entity).toBeUndefined()
    return
  }
  if (entity === undefined) throw new Error('the entity does not exist')
  const actual: Record<string, unknown> = inWordsOfCases(entity)
  for (const [key, value] of Object.entries(expected)) {
    if (value !== undefined) expect({ [key]: value }).toEqual({ [key]: actual[key] })
  }
  const { state } = entity
  if (state.kind === 'cover') {
    checkShare(state.position, expected.position?.product)
    checkShare(state.inclination, expected.tilt?.product)
  }
  if (state.kind === 'light') checkShare(state.brightness, expected.brightness?.product)
}

function checkShare(actual: number | null, expected: number | undefined): void {
  if (expected !== undefined) expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(0.01)
}

/** An entity with a hostile template is refused, unknown, or has the payload as it is. */
function checkBadEntity(entities: readonly Entity[], address: string): void {
  const entity = entities.find((one) => one.address === address)
  if (entity?.state.kind !== 'cover') return
  expect([null, 0.95]).toContain(entity.state.position)
}

function checkCounts(all: readonly Entity[], one: EntityCase): void {
  const entities = all.filter(({ kind }) => one.kind === undefined || kind === one.kind)
  if (one.expectEntities !== undefined) expect(entities).toHaveLength(one.expectEntities)
  if (one.expectDevices !== undefined) {
    expect(new Set(entities.map(({ device }) => device?.key)).size).toBe(one.expectDevices)
  }
  if (one.expectTilt !== undefined)
    expect(entities.map(({ can }) => can.includes('setTilt'))).toEqual(one.expectTilt)
}

const ACTIONS: Record<string, EntityAction> = {
  open: 'open',
  close: 'close',
  stop: 'stop',
  setPosition: 'setPosition',
  setTilt: 'setTilt',
  openTilt: 'openTilt',
  closeTilt: 'closeTilt',
  lock: 'lock',
  unlock: 'unlock',
  on: 'on',
  off: 'off',
  setBrightness: 'setBrightness',
}

/** The entity of a command, and what it is asked. */
export function commandOf(entities: readonly Entity[], one: EntityCase, command: CaseCommand) {
  const entity = findEntity(entities, {}, one)
  if (entity === undefined) throw new Error('the entity does not exist')
  const action = entity.kind === 'lock' && command.do === 'open' ? 'unlatch' : ACTIONS[command.do]
  if (action === undefined) throw new Error(`unknown command ${command.do}`)
  return { entity, action, value: command.arg?.code ?? command.arg?.product }
}

function runCommand(model: EntityModel, one: EntityCase, command: CaseCommand): void {
  const { entity, action, value } = commandOf(model.list(), one, command)
  const sent = model.commandsFor(entity.id, action, value)
  if ('error' in sent) {
    expect({ error: sent.error }).toEqual({ error: command.expectError })
    return
  }
  expect(command.expectError).toBeUndefined()
  model.sent(entity.id, action, value)
  if (command.expectPublish !== undefined)
    checkPublished(sent.messages, [command.expectPublish].flat(), command)
  if (command.then !== undefined) checkState(findEntity(model.list(), command.then, one), command.then)
}

type Published = Extract<NonNullable<CaseCommand['expectPublish']>, unknown[]>

export function checkPublished(
  sent: readonly EntityPublish[],
  expected: Published,
  command: CaseCommand,
): void {
  const read = (payload: string): unknown => (command.compare === 'json' ? JSON.parse(payload) : payload)
  const byTopic = (one: { topic: string }, other: { topic: string }) => (one.topic < other.topic ? -1 : 1)
  const inOrder = <T extends { topic: string }>(messages: readonly T[]) =>
    command.ordered === false ? messages.toSorted(byTopic) : messages
  expect(inOrder(sent).map(({ topic, payload }) => ({ topic, payload: read(payload) }))).toEqual(
    inOrder(expected).map(({ topic, payload }) => ({ topic, payload: read(payload) })),
  )
  // Commands leave with the quality of service that was announced, at most 1, and never retained.
  inOrder(expected).forEach(({ qos }, index) => {
    if (qos !== undefined) expect(inOrder(sent)[index]?.qos).toBe(Math.min(qos, 1))
  })
}
