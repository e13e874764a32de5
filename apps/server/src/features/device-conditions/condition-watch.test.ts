import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ReportedState } from '#drivers/driver.ts'
import type { ShadowChange } from '#features/devices/index.ts'
import { emptyShadow, nextShadow, type Shadow, type ShadowEvent } from '#features/devices/shadow/shadow.ts'
import { createDueRun } from '#platform/due-run.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createConditionWatch } from './condition-watch.ts'
import { createConditionStore } from './conditions.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const ENDPOINT = 'senca/door'
const DEVICE = 'abcdefghij'
const clock = createFakeClock(new Date('2026-07-01T10:00:00Z'))

async function insertDoor(): Promise<void> {
  const ownerId = randomUUID()
  await database.pool.query(
    "insert into accounts (id, email, email_key, is_confirmed, locale, created_at) values ($1, 'a@example.com', 'a@example.com', true, 'en', now())",
    [ownerId],
  )
  await database.pool.query(
    `insert into devices (id, owner_id, name, type, settings, is_claimable, said_factory_reset, must_forget, created_at)
     values ($1, $2, 'Front door', 'home_door', '{}', false, false, false, now())`,
    [DEVICE, ownerId],
  )
}

/** What one of several instances does with the changes that it knows. */
function createInstance() {
  const ends: string[] = []
  let listener = (_change: ShadowChange) => {}
  const watch = createConditionWatch({
    store: createConditionStore(database.db),
    publishing: {
      publish: async () => {},
      end: async (_queries, over) => void ends.push('kind' in over ? over.kind : over.keyPrefix),
      isPublished: async () => false,
      readersOf: async () => [],
    },
    shadows: {
      onChange(added) {
        listener = added
        return () => {}
      },
      peek: () => undefined,
      idsBy: () => [],
    },
    lookup: async () => [],
    isProtected: async () => false,
    keepsPresence: true,
    database,
    clock,
    whenDue: (task) => createDueRun(task, clock),
    failed: (error) => {
      throw error
    },
  })
  watch.start()
  return { ends, stop: watch.stop, receive: (change: ShadowChange) => listener(change) }
}

const report = (motorLockState: 'locked' | 'jammed', totalStateUpdates: number): ShadowEvent => {
  const motorLockLocked = motorLockState === 'locked'
  const lock = { motorLockConnected: true, motorLockState, motorLockLocked }
  const counts = { totalRestarts: 1, totalStateUpdates }
  const state: ReportedState = { status: 'ready', ...lock, ...counts }
  return { kind: 'report', endpoint: ENDPOINT, at: 2, state }
}

const changeOf = (before: Shadow, event: ShadowEvent): ShadowChange => {
  const shadow = nextShadow(before, event)
  if (shadow === null) throw new Error('the report changes nothing')
  return { before, shadow, event, isIngested: true }
}

it('a jam ends at an instance that does not know yet that another one had its report [PK15]', async () => {
  await insertDoor()
  const [one, other] = [createInstance(), createInstance()]
  const connected = changeOf(emptyShadow(DEVICE), {
    kind: 'connection',
    endpoint: ENDPOINT,
    connected: true,
    at: 1,
  }).shadow
  const locked = changeOf(connected, report('locked', 5)).shadow
  const lasting = async () => {
    const { rows } = await database.pool.query('select kind from device_conditions where device_id = $1', [
      DEVICE,
    ])
    return rows.map(({ kind }) => kind)
  }
  one.receive(changeOf(locked, report('jammed', 6)))
  await vi.waitFor(async () => expect(await lasting()).toEqual(['lock_jammed']))
  other.receive(changeOf(locked, report('locked', 7)))
  await vi.waitFor(async () => expect(await lasting()).toEqual([]))
  await vi.waitFor(() => expect(other.ends).toEqual(['lock_jammed']))
  for (const instance of [one, other]) await instance.stop()
})
