import { describe, expect, it } from 'vitest'
import { createInFlight } from './in-flight.ts'

describe('what is under way', () => {
  it('has so many places per key, and one more for each that is given back', () => {
    const inFlight = createInFlight(2_000)
    const leaves = Array.from({ length: 2_000 }, () => inFlight.enter('anna'))
    expect(leaves).not.toContain(null)
    expect(inFlight.enter('anna')).toBeNull()
    expect(inFlight.enter('ben')).not.toBeNull()
    leaves[0]?.()
    expect(inFlight.enter('anna')).not.toBeNull()
    expect(inFlight.enter('anna')).toBeNull()
    expect(inFlight.count()).toBe(2_001)
  })
})
