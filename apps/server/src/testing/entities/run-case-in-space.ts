import { discoveryListSchema, type Entity as ListedEntity } from '@senca/contract/discovery'
import { mqttCredentialsSchema } from '@senca/contract/mqtt'
import { expect, vi } from 'vitest'
import type { Entity, EntityState } from '#drivers/entities/entity.ts'
import type { EntityPublish } from '#drivers/entities/entity-model.ts'
import { createConfirmedClient } from '../homes/link-home.ts'
import { connectToSpace } from '../space-clients.ts'
import type { TestApp } from '../test-app.ts'
import { errorOf } from '../test-client.ts'
import type { CaseCommand, EntityCase } from './entity-case.ts'
import {
  checkEntities,
  checkIsRefused,
  checkPublished,
  checkState,
  commandOf,
  findEntity,
  needsHost,
} from './run-entity-case.ts'

const CALL = '/auth/api/v1/discovery'

/** A field that entities of a kind must have in the list. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a field of the state is missing')
  return value
}

function stateOf({ kind, state }: ListedEntity): EntityState {
  const said = {
    available: state.available,
    assumed: state.assumed,
    reportedAt: state.reportedAt === null ? null : new Date(state.reportedAt),
    unread: state.unread,
  }
  switch (kind) {
    case 'cover':
      return {
        kind,
        ...said,
        closed: present(state.closed),
        moving: present(state.moving),
        position: present(state.position),
        inclination: present(state.inclination),
      }
    case 'lock':
      return { kind, ...said, lockState: present(state.lockState) }
    case 'light':
      return { kind, ...said, on: present(state.on), brightness: present(state.brightness) }
    default:
      return { kind, ...said, on: present(state.on) }
  }
}

/** An entity of the list in the words of its driver. */
const foundOf = (entity: ListedEntity): Entity => ({
  ...entity,
  name: entity.name ?? '',
  suggestedName: entity.suggestedName ?? '',
  suggestedInverted: entity.suggestedInverted ?? false,
  origin: entity.origin === null ? null : { name: entity.origin.name ?? '', sw: entity.origin.sw },
  state: stateOf(entity),
  limitations: entity.limitations.map(({ code, detail }) => ({ code, detail: detail ?? '' })),
})

/** An owner with a bridge in the space of the account, which receives everything that is published there from now on. */
export async function createBridgeHome(app: Pick<TestApp, 'url' | 'mqtt' | 'database'>) {
  const owner = await createConfirmedClient(app)
  const login = mqttCredentialsSchema.parse(
    await owner.ok(owner.api('POST', '/auth/api/v1/mqtt/credentials', { json: {} })),
  )
  const { client } = await connectToSpace({ mqtt: app.mqtt, ...login })
  const received: EntityPublish[] = []
  client.on('message', (topic, payload, { qos, retain }) => {
    if (!retain) received.push({ topic, payload: payload.toString(), qos: qos === 0 ? 0 : 1 })
  })
  return {
    owner,
    login,
    client,
    received,
    subscribe: () => client.subscribeAsync('#', { qos: 1 }),
    async publish(topic: string, payload: string | object, retain = false) {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
      await client.publishAsync(topic, text, { qos: 1, retain })
    },
    list: async (query = ''): Promise<ListedEntity[]> =>
      discoveryListSchema.parse(await owner.ok(owner.api('GET', `${CALL}/list${query}`))),
    call: (name: string, json: object) => owner.api('POST', `${CALL}/${name}`, { json }),
    try: (json: object) => owner.api('POST', `${CALL}/try`, { json }),
  }
}

export type BridgeHome = Awaited<ReturnType<typeof createBridgeHome>>

/** Runs a case with a real client in the space of an account, by the calls of its owner. */
export async function runCaseInSpace(app: TestApp, one: EntityCase): Promise<void> {
  const home = await createBridgeHome(app)
  try {
    await home.subscribe()
    for (const { topic, payload, retain } of one.discovery) await home.publish(topic, payload, retain)
    for (const { topic, payload } of one.messages ?? []) await home.publish(topic, payload)
    const list = async () => (await home.list()).map(foundOf)
    if (needsHost(one)) return checkIsRefused(await list())
    checkEntities(await list(), one)
    for (const command of one.commands ?? []) await runCommand(home, list, one, command)
  } finally {
    await home.client.endAsync(true)
  }
}

async function runCommand(
  home: BridgeHome,
  list: () => Promise<Entity[]>,
  one: EntityCase,
  command: CaseCommand,
): Promise<void> {
  const { entity, action, value } = commandOf(await list(), one, command)
  home.received.splice(0)
  const answer = await home.try({ id: entity.id, do: action, ...(value !== undefined && { value }) })
  if (answer.status !== 200) {
    expect({ error: errorOf(answer) }).toEqual({ error: command.expectError })
    return
  }
  expect(command.expectError).toBeUndefined()
  if (command.expectPublish !== undefined) {
    const expected = [command.expectPublish].flat()
    await vi.waitFor(() => expect(home.received.length).toBeGreaterThanOrEqual(expected.length))
    checkPublished(home.received, expected, command)
  }
  if (command.then !== undefined) checkState(findEntity(await list(), command.then, one), command.then)
}
