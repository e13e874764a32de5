import { describe, expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createLinkEnds, type LinkView } from './link-ends.ts'

const DAY_MS = 86_400_000
const link = { linkId: 'l', ownerId: 'anna', pinMark: null }

/** Links whose state the test decides. */
function setUp() {
  const clock = createFakeClock()
  const changed = new Set<() => void>()
  const reported = new Set<() => void>()
  const failures: unknown[] = []
  let checks = 0
  let pinMark: string | null = null
  let answer: () => LinkView | Error = () => ({ ok: false })
  const ends = createLinkEnds({
    clock,
    rights: {
      follow(_home, listener) {
        changed.add(listener)
        return () => changed.delete(listener)
      },
    },
    async view() {
      checks += 1
      const found = answer()
      if (found instanceof Error) throw found
      return found
    },
    onReportOf(_deviceId, listener) {
      reported.add(listener)
      return () => reported.delete(listener)
    },
    failed: (error) => failures.push(error),
  })
  const inMs = (ms: number, settlesBy: string | null = null): LinkView => ({
    ok: true,
    until: new Date(clock.now().getTime() + ms),
    settlesBy,
    pinMark,
  })
  return {
    clock,
    changed,
    reported,
    failures,
    inMs,
    checks: () => checks,
    say(next: () => LinkView | Error) {
      answer = next
    },
    setPin(mark: string | null) {
      pinMark = mark
    },
    follow(shown: string | null = null) {
      let hasEnded = false
      const stop = ends.onEnded({ ...link, pinMark: shown }, () => {
        hasEnded = true
      })
      return { stop, hasEnded: () => hasEnded }
    },
  }
}

describe('a guest who watches a link', () => {
  it('is notified when its time is over', async () => {
    const { clock, inMs, say, follow } = setUp()
    say(() => inMs(1_000))
    const { hasEnded } = follow()
    await clock.advanceAsync(999)
    say(() => ({ ok: false }))
    expect(hasEnded()).toBe(false)
    await clock.advanceAsync(1)
    expect(hasEnded()).toBe(true)
  })

  it('is notified when its owner ends it, and when its device comes to rest', async () => {
    for (const which of ['changed', 'reported'] as const) {
      const setting = setUp()
      setting.say(() => setting.inMs(60_000, 'abcdefgh'))
      const { hasEnded } = setting.follow()
      await setting.clock.advanceAsync(1)
      setting.say(() => ({ ok: false }))
      for (const notify of [...setting[which]]) notify()
      await setting.clock.advanceAsync(1)
      expect(hasEnded()).toBe(true)
    }
  })

  it('is notified when a PIN is set that it did not enter, and not when the PIN is removed', async () => {
    const { clock, inMs, say, follow, changed, setPin } = setUp()
    say(() => inMs(DAY_MS))
    const [without, first, second] = [follow(), follow('first'), follow('second')]
    const receive = async () => {
      for (const notify of [...changed]) notify()
      await clock.advanceAsync(1)
      return [without, first, second].map(({ hasEnded }) => hasEnded())
    }
    expect(await receive()).toEqual([false, false, false])
    setPin('second')
    expect(await receive()).toEqual([true, true, false])
  })

  it('is not notified of what is further away than a timer reaches', async () => {
    const { clock, inMs, say, follow, checks } = setUp()
    say(() => inMs(29 * DAY_MS))
    const { hasEnded } = follow()
    await clock.advanceAsync(5 * DAY_MS)
    expect([hasEnded(), checks()]).toEqual([false, 6])
  })

  it('sees nothing any more when its right cannot be read', async () => {
    const { clock, inMs, say, follow, changed, failures } = setUp()
    say(() => inMs(DAY_MS))
    const { hasEnded } = follow()
    await clock.advanceAsync(1)
    say(() => new Error('no database'))
    for (const notify of [...changed]) notify()
    await clock.advanceAsync(1)
    expect(hasEnded()).toBe(false)
    await clock.advanceAsync(500)
    expect([hasEnded(), failures.length]).toEqual([true, 2])
  })

  it('leaves no timer and no listener behind', async () => {
    const { clock, inMs, say, follow, changed, reported } = setUp()
    say(() => inMs(DAY_MS, 'abcdefgh'))
    const [one, two] = [follow(), follow()]
    await clock.advanceAsync(1)
    one.stop()
    expect([clock.pending(), changed.size, reported.size]).toEqual([1, 1, 1])
    two.stop()
    expect([clock.pending(), changed.size, reported.size]).toEqual([0, 0, 0])
  })
})
