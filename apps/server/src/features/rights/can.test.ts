import { describe, expect, it } from 'vitest'
import { type Actor, can, type Verb } from './can.ts'

const actor: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }
const verbs: Verb[] = ['view', 'command', 'maintain', 'own']

describe('can', () => {
  it.each(verbs)('lets the owner %s', (verb) => {
    expect(can(actor, verb, { ownerId: 'anna' })).toBe(true)
  })
  it.each(verbs)('does not let another account %s', (verb) => {
    expect(can(actor, verb, { ownerId: 'bor' })).toBe(false)
  })
  it.each(verbs)('lets nobody %s what belongs to nobody', (verb) => {
    expect(can(actor, verb, { ownerId: null })).toBe(false)
  })
})
