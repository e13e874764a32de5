import { describe, expect, it } from 'vitest'
import { mayPublish, maySubscribe } from './topic-rights.ts'

const own = 'abcdefgh'

describe('[DP3] a device', () => {
  it.each([
    ['senca/abcdefgh/status', true],
    ['senca/abcdefgh/state', true],
    ['senca/abcdefgh/result', true],
    ['senca/abcdefgh/command', false],
    ['senca/abcdefgh/state/x', false],
    ['senca/zyxwvuts/state', false],
    ['senca/+/state', false],
    ['senca/abcdefgh', false],
    ['homeassistant/cover/x/config', false],
    ['', false],
  ])('may publish to its own topics only: %s', (topic, expected) => {
    expect(mayPublish(own, topic)).toBe(expected)
  })

  it.each([
    ['senca/abcdefgh/command', true],
    ['senca/abcdefgh/state', false],
    ['senca/abcdefgh/#', false],
    ['senca/+/command', false],
    ['senca/zyxwvuts/command', false],
    ['#', false],
    ['$share/g/senca/abcdefgh/command', false],
  ])('may subscribe to its own commands only: %s', (filter, expected) => {
    expect(maySubscribe(own, filter)).toBe(expected)
  })
})
