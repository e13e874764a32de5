import { describe, expect, it } from 'vitest'
import type { SocketActor } from '#features/rights/index.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { Hub } from './hub.ts'
import { createOutbox } from './outbox.ts'
import { createSocketLimits } from './socket-limits.ts'
import { createSocketSession } from './socket-session.ts'

const actor: SocketActor = { kind: 'account', accountId: 'anna', sessionId: 's' }
const update = '{"subject":"device.state_update"}'

/** A socket of an account whose device reports continuously, also while the socket signs in. */
function setUp() {
  const clock = createFakeClock()
  const frames: string[] = []
  const closed: number[] = []
  const outbox = createOutbox({
    wire: { bufferedAmount: 0, send: (frame) => frames.push(frame) },
    soon: (task) => task(),
  })
  let isGood = true
  let checks = 0
  const join: Hub['join'] = async (_actor, joined) => {
    joined.push('device.state_update a', update)
    await Promise.resolve()
    joined.push('device.state_update a', update)
    return () => {}
  }
  const session = createSocketSession({
    identities: {
      async identify() {
        checks += 1
        const expiresAt = new Date(clock.now().getTime() + 60_000)
        return isGood || checks === 1 ? { actor, expiresAt } : null
      },
      onEnded: () => () => {},
    },
    hub: { join },
    outbox,
    limits: createSocketLimits(),
    opened: () => () => {},
    noteVisible: () => {},
    noteKept: () => {},
    webApp: { build: { id: 'b', at: '2026-12-01T00:00:00.000Z' }, oldest: '2026-11-01T00:00:00.000Z' },
    address: '127.0.0.1',
    clock,
    close: (code) => closed.push(code),
    failed: (error) => {
      throw error
    },
  })
  return {
    clock,
    closed,
    outbox,
    frames,
    subjects: () => frames.map((frame) => String(JSON.parse(frame).subject)),
    signIn: (batch: boolean) =>
      session.receive(JSON.stringify({ subject: 'auth.login', data: { token: 't', batch } })),
    endSession: () => {
      isGood = false
    },
  }
}

describe('a socket that signs in while a device reports', () => {
  it.each([false, true])('is accepted before it receives anything (arrays: %s)', async (batch) => {
    const { clock, subjects, signIn } = setUp()
    signIn(batch)
    await clock.advanceAsync(1)
    expect(subjects()).toEqual(['auth.accepted', 'device.state_update'])
  })

  it('learns which build of the web app the server has, and the oldest that may still be used [PK8]', async () => {
    const { clock, frames, signIn } = setUp()
    signIn(false)
    await clock.advanceAsync(1)
    expect(JSON.parse(frames[0] ?? '').data).toEqual({
      expiresAt: expect.any(String),
      build: { id: 'b', at: '2026-12-01T00:00:00.000Z' },
      oldest: '2026-11-01T00:00:00.000Z',
    })
  })

  it('receives nothing but the rejection when it is rejected in the end', async () => {
    const { clock, subjects, signIn, endSession, outbox } = setUp()
    outbox.push('device.state_update a', update)
    endSession()
    signIn(false)
    await clock.advanceAsync(1)
    expect(subjects()).toEqual(['device.state_update', 'auth.rejected'])
    expect(outbox.waiting()).toBe(0)
  })
})

describe('a socket that signs in again and again', () => {
  it('is closed after ten times in a minute', async () => {
    const { clock, subjects, signIn, closed } = setUp()
    for (let times = 0; times < 10; times += 1) {
      signIn(false)
      await clock.advanceAsync(1)
    }
    expect(closed).toEqual([])
    const accepted = subjects().filter((subject) => subject === 'auth.accepted')
    expect(accepted).toHaveLength(10)
    signIn(false)
    expect(closed).toEqual([1008])
  })

  it('stays open if it does so once a minute', async () => {
    const { clock, signIn, closed } = setUp()
    for (let times = 0; times < 30; times += 1) {
      signIn(false)
      await clock.advanceAsync(60_000)
    }
    expect(closed).toEqual([])
  })
})
