import { describe, expect, it } from 'vitest'
import { isInStage, isStopped } from './rollout.ts'

const ids = Array.from({ length: 10_000 }, (_, index) => `device-${index}`)
const stage = (version: string, percent: number) => ids.filter((id) => isInStage(id, version, { percent }))

describe('a stage of a roll-out', () => {
  it.each([0, 1, 10, 50, 100])('of %i in a hundred has about so many devices', (percent) => {
    expect(Math.abs(stage('2.0.0', percent).length / 100 - percent)).toBeLessThan(
      percent % 100 === 0 ? 0.001 : 1.5,
    )
  })

  it('holds all of the stage before it, and begins with others for another version', () => {
    const second = new Set(stage('2.0.0', 25))
    expect(stage('2.0.0', 10).every((id) => second.has(id))).toBe(true)
    const before = new Set(stage('2.0.0', 10))
    const again = stage('2.0.1', 10).filter((id) => before.has(id))
    expect(again.length).toBeLessThan(200)
  })

  it('includes everybody where no stage is set', () => {
    expect(ids.every((id) => isInStage(id, '2.0.0', {}))).toBe(true)
  })
})

describe('the brake of a roll-out', () => {
  it.each([
    [{ done: 0, failed: 19 }, false],
    [{ done: 19, failed: 1 }, false],
    [{ done: 18, failed: 2 }, true],
    [{ done: 950, failed: 50 }, false],
    [{ done: 949, failed: 51 }, true],
  ])('at five of a hundred: %o', (endings, stopped) => {
    expect(isStopped(endings, { stopAtFailureRate: 0.05 })).toBe(stopped)
    expect(isStopped(endings, {})).toBe(false)
  })
})
