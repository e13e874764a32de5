import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createDueLoop } from './due-loop.ts'
import type { DueTask } from './due-run.ts'

const QUERY = "select 'due' from somewhere limit 1"

/** A loop that finds what the test says, and the names of the tasks that ran. */
function setUp() {
  const clock = createFakeClock()
  const found = new Map<string, string>()
  const ran: string[] = []
  const failures: unknown[] = []
  let statements = 0
  let isDown = false
  const loop = createDueLoop({
    clock,
    async query() {
      statements += 1
      if (isDown) throw new Error('the database is away')
      return { rows: [...found].map(([kind, text]) => ({ kind, found: text })) }
    },
    failed: (error) => failures.push(error),
  })
  const add = (kind: string, task: Partial<DueTask> = {}) =>
    loop.add({
      kind,
      query: QUERY,
      run: async () => void ran.push(kind),
      failed: (error) => failures.push(error),
      ...task,
    })
  return {
    clock,
    loop,
    found,
    ran,
    failures,
    add,
    statements: () => statements,
    /** Whether the database is away. */
    lose(isLost: boolean) {
      isDown = isLost
    },
    async start() {
      loop.start()
      await clock.advanceAsync(0)
    },
  }
}

describe('the loop of what is due', () => {
  it('sends one statement a second for all kinds, and runs what it finds', async () => {
    const { add, clock, found, ran, start, statements } = setUp()
    add('scenarios')
    add('sun')
    await start()
    await clock.advanceAsync(10_000)
    expect([statements(), ran]).toEqual([11, []])
    found.set('sun', 'due')
    await clock.advanceAsync(1_000)
    expect([statements(), ran]).toEqual([12, ['sun']])
  })

  it('looks once at a time, however long the database takes, and stops when the look has ended', async () => {
    const clock = createFakeClock()
    const answers: (() => void)[] = []
    const loop = createDueLoop({
      clock,
      query: () => new Promise((resolve) => answers.push(() => resolve({ rows: [] }))),
      failed: (error) => {
        throw error
      },
    })
    loop.add({ kind: 'sun', query: QUERY, run: async () => {}, failed: () => {} })
    loop.start()
    await clock.advanceAsync(60_000)
    expect(answers).toHaveLength(1)
    answers[0]?.()
    await clock.advanceAsync(1_000)
    await clock.advanceAsync(1_000)
    expect(answers).toHaveLength(2)
    let isOver = false
    const stopped = loop.stop().then(() => {
      isOver = true
    })
    await clock.advanceAsync(2_000)
    expect(isOver).toBe(false)
    answers[1]?.()
    await stopped
    await clock.advanceAsync(2_000)
    expect([answers.length, clock.pending()]).toEqual([2, 0])
  })

  it('looks at whole seconds', async () => {
    const { clock, loop, add } = setUp()
    const caughtUp: number[] = []
    add('scenarios', {
      isDue: () => true,
      run: async () => void caughtUp.push(clock.now().getMilliseconds()),
    })
    await clock.advanceAsync(300)
    loop.start()
    await clock.advanceAsync(2_000)
    expect(caughtUp).toEqual([300, 0, 0])
  })

  it('starts what concerns safety first', async () => {
    const { add, found, ran, start } = setUp()
    for (const kind of ['scenarios', 'safety']) {
      add(kind, { isUrgent: kind === 'safety' })
      found.set(kind, 'due')
    }
    await start()
    expect(ran).toEqual(['safety', 'scenarios'])
  })

  it('runs a task again at once or later while it says that more is due', async () => {
    const { add, clock, found, start } = setUp()
    const ranAt: number[] = []
    const startedAt = clock.now().getTime()
    const delays = [0, 40]
    add('scenarios', {
      async run(_found, repeatAfter) {
        ranAt.push(clock.now().getTime() - startedAt)
        const ms = delays.shift()
        if (ms !== undefined) repeatAfter(ms)
      },
    })
    found.set('scenarios', 'due')
    await start()
    found.clear()
    await clock.advanceAsync(3_000)
    expect(ranAt).toEqual([0, 0, 40])
  })

  it('runs a task once at a time, and a slow one holds up no other', async () => {
    const { add, clock, found, ran, start } = setUp()
    let end = () => {}
    const slow = add('slow', {
      run() {
        ran.push('slow')
        return new Promise((resolve) => {
          end = resolve
        })
      },
    })
    add('quick')
    for (const kind of ['slow', 'quick']) found.set(kind, 'due')
    await start()
    await clock.advanceAsync(2_000)
    expect(ran).toEqual(['slow', 'quick', 'quick', 'quick'])
    let isStopped = false
    const stopped = slow.stop().then(() => {
      isStopped = true
    })
    await clock.advanceAsync(1_000)
    expect(isStopped).toBe(false)
    end()
    await stopped
  })

  it('runs a task that is requested at once, and once more if it is requested during a run', async () => {
    const { add, ran } = setUp()
    const run = add('safety')
    const all = [run.request(), run.request(), run.request()]
    await Promise.all(all)
    expect(ran).toEqual(['safety', 'safety'])
    await run.stop()
    await run.request()
    expect(ran).toHaveLength(2)
  })

  it('looks for a rare kind as seldom as it says, and without a query by time alone', async () => {
    const { add, clock, failures, found, loop, ran, start } = setUp()
    add('upgrades', { everySeconds: 5 })
    loop.add({
      kind: 'kept',
      everySeconds: 10,
      run: async () => void ran.push('kept'),
      failed: (error) => failures.push(error),
    })
    found.set('upgrades', 'due')
    await start()
    await clock.advanceAsync(10_000)
    expect(ran.toSorted()).toEqual(['kept', 'kept', 'upgrades', 'upgrades', 'upgrades'])
    clock.set(-3_600_000)
    await clock.advanceAsync(1_000)
    expect(ran.filter((kind) => kind === 'upgrades')).toHaveLength(4)
  })

  it('goes on after the database was away, and after a task failed', async () => {
    const { add, clock, failures, found, lose, loop, ran, start } = setUp()
    let isBroken = true
    add('scenarios', {
      async run() {
        if (isBroken) throw new Error('unreadable')
        ran.push('scenarios')
      },
    })
    found.set('scenarios', 'due')
    lose(true)
    await start()
    await clock.advanceAsync(2_000)
    expect([failures.length, loop.lagSeconds()]).toEqual([3, [['scenarios', 2]]])
    lose(false)
    await clock.advanceAsync(1_000)
    expect([failures.length, loop.lagSeconds()]).toEqual([4, [['scenarios', 3]]])
    isBroken = false
    await clock.advanceAsync(1_000)
    expect([ran, loop.lagSeconds()]).toEqual([['scenarios'], [['scenarios', 0]]])
    await loop.stop()
    expect(clock.pending()).toBe(0)
  })
})

const HANGS = "select 'late' as kind, pg_sleep(60)::text as found where $1::timestamptz is not null"

describe('the statement', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('asks for each kind by its own query, and returns those of which something was found', async () => {
    const clock = createFakeClock()
    const ran: (string | null)[] = []
    const loop = createDueLoop({
      clock,
      query: (statement) => database.pool.query(statement),
      failed: (error) => {
        throw error
      },
    })
    const add = (kind: string, query: string) =>
      loop.add({
        kind,
        query,
        run: async (found) => void ran.push(found),
        failed: (error) => {
          throw error
        },
      })
    add('past', `select 'past' where $1::timestamptz >= '${clock.now().toISOString()}'::timestamptz`)
    add('future', `select 'future' where $1::timestamptz < '${clock.now().toISOString()}'::timestamptz`)
    const run = add('text', "select concat_ws(' ', 'a', null, 'b')")
    loop.start()
    await loop.stop()
    await run.stop()
    expect(ran).toEqual(['past', 'a b'])
  })

  it('is given up on a connection that does not answer, and the next one finds what is due', async () => {
    const clock = createFakeClock()
    const ran: (string | null)[] = []
    const errors: unknown[] = []
    let asked = 0
    const loop = createDueLoop({
      clock,
      query(statement) {
        asked += 1
        return database.pool.query(asked === 1 ? { ...statement, name: 'hangs', text: HANGS } : statement)
      },
      failed: (error) => void errors.push(error),
    })
    loop.add({
      kind: 'sun',
      query: "select 'due' where $1::timestamptz is not null",
      run: async (found) => void ran.push(found),
      failed() {},
    })
    loop.start()
    await vi.waitFor(() => expect(errors).toMatchObject([{ message: 'Query read timeout' }]))
    await clock.advanceAsync(1_000)
    await vi.waitFor(() => expect(ran).toEqual(['due']))
    await loop.stop()
  })
})
